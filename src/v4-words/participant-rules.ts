import type { z } from 'zod';
import { isImplausibleBirth } from '../domain/business/identity-dates.ts';
import { isBlank } from '../domain/business/merge-text.ts';
import { IMPLAUSIBLE_BIRTH } from '../resolvers/business/personal-inputs.ts';
import { FORBIDDEN_SURNAME, listForbiddenSurnames } from '../resolvers/upsert/write-inputs.ts';
import { issueOptions } from '../validation/input-issues.ts';
import type { ParticipantMembers } from './participant-members.ts';
import { PERSON_TYPES_BY_CODE } from './person-type.ts';

type Fault = { path: [keyof ParticipantMembers] } & ReturnType<typeof issueOptions>;

/**
 * Adds an issue for each violated rule that concerns several members of a participant: rules of the operation, reported
 * with v4 names, and rules that only v4 has.
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
  const forbidden = listForbiddenSurnames({
    personType: PERSON_TYPES_BY_CODE[participant.tipo_per],
    paternalSurname: participant.apellido_paterno,
    maternalSurname: participant.apellido_materno,
  });
  return forbidden.map((name) => ({ path: [SURNAMES[name]], ...FORBIDDEN_SURNAME }));
}

/** Returns a fault when both names of the folio were sent with different values. */
function listFolioFaults(record: ParticipantMembers): Fault[] {
  const { folio_acto_juridico: folio, juridical_folio: alias } = record;
  if (folio === undefined || alias === undefined) return [];
  if (folio === alias || (isBlank(folio) && isBlank(alias))) return [];
  const fault = issueOptions('contradicts', 'Must equal folio_acto_juridico');
  return [{ path: ['juridical_folio'], ...fault }];
}

/** Returns a fault for a natural person with a date of constitution, a legal entity with a date of birth, or a birth before 1900. */
function listDateFaults({
  tipo_per,
  fecha_nacimiento,
  fecha_constitucion,
}: ParticipantMembers): Fault[] {
  const isWrong = !isBlank(tipo_per === 'FIS' ? fecha_constitucion : fecha_nacimiento);
  const isImplausible = isImplausibleBirth(PERSON_TYPES_BY_CODE[tipo_per], fecha_nacimiento);
  return [
    ...(isWrong ? [{ path: ['tipo_per'], ...WRONG_DATE } satisfies Fault] : []),
    ...(isImplausible
      ? [{ path: ['fecha_nacimiento'], ...IMPLAUSIBLE_BIRTH } satisfies Fault]
      : []),
  ];
}

const WRONG_DATE = issueOptions(
  'contradicts',
  'Must be the date of birth of a natural person or the date of constitution of a legal entity',
);
