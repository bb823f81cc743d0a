import type { RequestContext } from '../../context.ts';
import { listScreenable } from '../../db/queries/screening/screenable.ts';
import { joinNameParts } from '../../domain/business/join-name-parts.ts';
import { toScreenedSubject } from '../../domain/screening/participant-subject.ts';
import type { ScreenedSubject } from '../../domain/screening/screening.ts';
import { normalizeTaxId } from '../../domain/tax/normalize-id.ts';
import { AppError } from '../../errors.ts';
import { toParticipantId } from '../business/find-participant.ts';
import type { ScreenedPerson, ScreenInput } from './screen-inputs.ts';

type IdentifiedSubject = {
  subject: ScreenedSubject;
  participantId: number | null;
  businessId: number | null;
};

/** Returns the participant or the person to screen. Throws AppError `participant_not_found`. */
export async function getSubject(
  tx: RequestContext,
  { participant, person }: ScreenInput,
): Promise<IdentifiedSubject> {
  if (person) return { subject: toRequestedSubject(person), participantId: null, businessId: null };
  const id = toParticipantId(participant ?? {});
  const ids = id === undefined ? [] : [id];
  const [stored] = await listScreenable(tx.db, tx.caller.serviceId, ids);
  if (stored === undefined)
    throw new AppError('participant_not_found', 'The service has no such participant.');
  const { id: participantId, businessId } = stored;
  return { subject: toScreenedSubject(stored), participantId, businessId };
}

/** Converts a person from the input to a screening subject. */
export function toRequestedSubject(person: ScreenedPerson): ScreenedSubject {
  const name = joinNameParts(person);
  return {
    partyType: person.personType ?? 'unknown',
    name: name === '' ? null : name,
    rfc: normalizeOptionalTaxId(person.rfc),
    curp: normalizeOptionalTaxId(person.curp),
    passport: person.passport ?? null,
    birthDate: person.birthDate ?? null,
    country: person.country?.trim() ? person.country.trim() : null,
  };
}

function normalizeOptionalTaxId(text: string | null | undefined): string | null {
  const normal = normalizeTaxId(text ?? '');
  return normal === '' ? null : normal;
}
