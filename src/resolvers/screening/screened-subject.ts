import type { RequestContext } from '../../context.ts';
import { listScreenable } from '../../db/queries/screening/screenable.ts';
import { toScreenedSubject } from '../../domain/screening/participant-subject.ts';
import type { ScreenedSubject } from '../../domain/screening/screening.ts';
import { normalizeTaxId } from '../../domain/tax/normalize-id.ts';
import { AppError } from '../../errors.ts';
import { findParticipantId } from '../business/find-participant.ts';
import { type ScreenedPerson, type ScreenInput, wholeName } from './screen-inputs.ts';

type Known = { subject: ScreenedSubject; participantId: number | null; businessId: number | null };

/** Who is to be looked for. Throws AppError `participant_not_found`. */
export async function findSubject(
  tx: RequestContext,
  { participant, person }: ScreenInput,
): Promise<Known> {
  if (person) return { subject: subjectOf(person), participantId: null, businessId: null };
  const id = findParticipantId(participant ?? {});
  const ids = id === undefined ? [] : [id];
  const [found] = await listScreenable(tx.db, tx.caller.serviceId, ids);
  if (found === undefined)
    throw new AppError('participant_not_found', 'The service has no such participant.');
  const { id: participantId, businessId } = found;
  return { subject: toScreenedSubject(found), participantId, businessId };
}

/** Somebody who was typed in, as it is compared. */
export function subjectOf(person: ScreenedPerson): ScreenedSubject {
  const name = wholeName(person);
  return {
    partyType: person.personType ?? 'unknown',
    name: name === '' ? null : name,
    rfc: taxIdOf(person.rfc),
    curp: taxIdOf(person.curp),
    passport: person.passport ?? null,
    birthDate: person.birthDate ?? null,
    country: person.country?.trim() ? person.country.trim() : null,
  };
}

function taxIdOf(text: string | null | undefined): string | null {
  const normal = normalizeTaxId(text ?? '');
  return normal === '' ? null : normal;
}
