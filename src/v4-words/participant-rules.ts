import type { z } from 'zod';
import { isBlank } from '../domain/business/merge-text.ts';
import { FORBIDDEN_SURNAME, listForbiddenSurnames } from '../resolvers/upsert/write-inputs.ts';
import { rule } from '../validation/input-issues.ts';
import type { ParticipantMembers } from './participant-members.ts';
import { PERSON_TYPE_OF } from './person-type.ts';

type Fault = { path: [keyof ParticipantMembers] } & ReturnType<typeof rule>;

/**
 * Checks rules across the members of a participant: the rules of the operation, with the v4 names of the members, and
 * rules for v4 members only. Members may have issues of their own.
 */
export function checkParticipant(participant: ParticipantMembers, context: z.RefinementCtx): void {
  const faults = [
    ...listSurnameFaults(participant),
    ...listFolioFaults(participant),
    ...listDateFaults(participant),
  ];
  for (const fault of faults) context.addIssue({ code: 'custom', ...fault });
}

const SURNAMES = {
  paternalSurname: 'apellido_paterno',
  maternalSurname: 'apellido_materno',
} as const;

function listSurnameFaults(participant: ParticipantMembers): Fault[] {
  const unfit = listForbiddenSurnames({
    personType: PERSON_TYPE_OF[participant.tipo_per],
    paternalSurname: participant.apellido_paterno,
    maternalSurname: participant.apellido_materno,
  });
  return unfit.map((name) => ({ path: [SURNAMES[name]], ...FORBIDDEN_SURNAME }));
}

/** Checks that both spellings of the folio have the same value when both are sent. */
function listFolioFaults(record: ParticipantMembers): Fault[] {
  const { folio_acto_juridico: folio, juridical_folio: alias } = record;
  if (folio === undefined || alias === undefined) return [];
  if (folio === alias || (isBlank(folio) && isBlank(alias))) return [];
  const fault = rule('contradicts', 'Must equal folio_acto_juridico');
  return [{ path: ['juridical_folio'], ...fault }];
}

/** Checks that a natural person has only a date of birth and a legal entity only a date of constitution. */
function listDateFaults({
  tipo_per,
  fecha_nacimiento,
  fecha_constitucion,
}: ParticipantMembers): Fault[] {
  if (isBlank(tipo_per === 'FIS' ? fecha_constitucion : fecha_nacimiento)) return [];
  return [{ path: ['tipo_per'], ...UNFIT_DATE }];
}

const UNFIT_DATE = rule(
  'contradicts',
  'Must be the date of birth of a natural person or the date of constitution of a legal entity',
);
