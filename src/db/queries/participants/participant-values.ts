import { sql } from 'kysely';
import type { Participant, PersonType } from '../../../domain/business/participant.ts';
import {
  type Columns,
  type Selection,
  toMilliseconds,
  valueAt,
} from '../../statements/json-columns.ts';

/** Values of a participant in a JSON result, without its business. */
export type ParticipantValues = Omit<Participant, 'businessId' | 'createdAt' | 'updatedAt'> & {
  createdAt: number;
  updatedAt: number;
};

/** Columns of a participant `p` and its person `s`. */
export const PARTICIPANT_VALUES: Selection<ParticipantValues> = {
  id: sql`p.id`,
  externalPersonId: sql`s.external_id`,
  personType: sql<PersonType>`p.person_type`,
  name: sql`p.name`,
  paternalSurname: sql`p.paternal_surname`,
  maternalSurname: sql`p.maternal_surname`,
  email: sql`p.email`,
  phoneCountryCode: sql`p.phone_country_code`,
  phoneNumber: sql`p.phone_number`,
  registrationMode: sql`p.registration_mode`,
  hasPendingMatches: sql`p.has_pending_matches`,
  roles: sql`p.roles`,
  legalActFolio: sql`p.legal_act_folio`,
  createdAt: toMilliseconds('p.created_at'),
  updatedAt: toMilliseconds('p.updated_at'),
};

/** Converts the participant at an index of the columns. */
export function toParticipant<Documents>(
  rows: Columns<ParticipantValues>,
  row: number,
  { businessId, documents }: { businessId: number; documents: Documents },
): Participant & { documents: Documents } {
  return {
    id: valueAt(rows.id, row),
    businessId,
    externalPersonId: valueAt(rows.externalPersonId, row),
    personType: valueAt(rows.personType, row),
    name: valueAt(rows.name, row),
    paternalSurname: valueAt(rows.paternalSurname, row),
    maternalSurname: valueAt(rows.maternalSurname, row),
    email: valueAt(rows.email, row),
    phoneCountryCode: valueAt(rows.phoneCountryCode, row),
    phoneNumber: valueAt(rows.phoneNumber, row),
    registrationMode: valueAt(rows.registrationMode, row),
    hasPendingMatches: valueAt(rows.hasPendingMatches, row),
    roles: valueAt(rows.roles, row),
    legalActFolio: valueAt(rows.legalActFolio, row),
    createdAt: new Date(valueAt(rows.createdAt, row)),
    updatedAt: new Date(valueAt(rows.updatedAt, row)),
    documents,
  };
}
