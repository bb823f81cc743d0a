import { type RawBuilder, sql } from 'kysely';
import type { RequestedDocument } from '../../domain/document.ts';
import type { Participant } from '../../domain/participant.ts';
import type { CapturedParticipant } from '../../domain/upsert-participants.ts';
import { askedPairs, pairValues } from '../asked-pairs.ts';
import type { Db } from '../client.ts';
import type { Pairs, Placed } from '../coalesce.ts';
import { prepare } from '../prepared.ts';
import { PERSONAL_COLUMNS } from './personal-information.ts';

/** Of a participant `p` and its person `s`. */
const PARTICIPANT_COLUMNS = [
  'p.id',
  'p.business_id as businessId',
  's.external_id as externalPersonId',
  'p.person_type as personType',
  'p.name',
  'p.paternal_surname as paternalSurname',
  'p.maternal_surname as maternalSurname',
  'p.email',
  'p.phone_country_code as phoneCountryCode',
  'p.phone_number as phoneNumber',
  'p.registration_mode as registrationMode',
  'p.has_pending_matches as hasPendingMatches',
  'p.roles',
  'p.legal_act_folio as legalActFolio',
  'p.created_at as createdAt',
  'p.updated_at as updatedAt',
] as const;

export async function listParticipantsByIds(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<Participant[]> {
  return await selectParticipants(db, serviceId)
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('p.id')
    .execute();
}

export type ParticipantInFull = Participant & { documents: RequestedDocument[] };

/**
 * Every participant of the businesses with these ids of these services, each business's by id, with its documents
 * in the order they were given. One statement, so that a deletion that runs meanwhile shows either all of it or
 * nothing.
 */
export async function readParticipantsInFull(
  db: Db,
  pairs: Pairs<number>,
): Promise<Placed<ParticipantInFull>[]> {
  return await selectInFull(db, pairValues(pairs));
}

/** The documents of a participant `p`, in the order they were given. */
export const DOCUMENTS: RawBuilder<RequestedDocument[]> = sql<RequestedDocument[]>`coalesce((
  select json_agg(json_build_object('participantId', d.participant_id, 'typeCode', d.type_code,
    'occurrence', d.occurrence, 'downloadId', d.file_id) order by d.position)
  from documents d where d.service_id = p.service_id and d.participant_id = p.id
), '[]')`;

const selectInFull = prepare((db) =>
  db
    .selectFrom(askedPairs())
    .innerJoin('participants as p', (join) =>
      join.onRef('p.service_id', '=', 'asked.service_id').onRef('p.business_id', '=', 'asked.id'),
    )
    .innerJoin('persons as s', (join) =>
      join.onRef('s.service_id', '=', 'p.service_id').onRef('s.id', '=', 'p.person_id'),
    )
    .select(PARTICIPANT_COLUMNS)
    .select(['asked.place', DOCUMENTS.as('documents')])
    .orderBy('asked.place')
    .orderBy('p.id'),
);

/** The participants of one business that are these people, by the provider's ids, with all that was captured; in order of id. */
export async function listParticipantsOfPersons(
  db: Db,
  of: { serviceId: number; businessId: number },
  externalPersonIds: readonly number[],
): Promise<CapturedParticipant[]> {
  return await selectParticipants(db, of.serviceId)
    .select(PERSONAL_COLUMNS)
    .where('p.business_id', '=', of.businessId)
    .where((eb) => eb('s.external_id', '=', eb.fn.any(eb.val(externalPersonIds))))
    .orderBy('p.id')
    .execute();
}

/** The participants that are this person, of one business or of all; in order of id. */
export async function listParticipantsOfPerson(
  db: Db,
  serviceId: number,
  { externalPersonId, businessId }: { externalPersonId: number; businessId: number | null },
): Promise<Participant[]> {
  return await selectParticipants(db, serviceId)
    .where('s.external_id', '=', externalPersonId)
    .$if(businessId !== null, (query) => query.where('p.business_id', '=', businessId))
    .orderBy('p.id')
    .execute();
}

type ParticipantQuery = ReturnType<typeof joinPersons>;

/** Each participant `p` of the service with its person `s`. */
export function selectParticipants(db: Db, serviceId: number): ParticipantQuery {
  return joinPersons(db, serviceId);
}

/** The same where the service is known to the statement only. */
export function selectParticipantsOf(db: Db, serviceId: RawBuilder<number>): ParticipantQuery {
  return joinPersons(db, serviceId);
}

function joinPersons(db: Db, serviceId: number | RawBuilder<number>) {
  return db
    .selectFrom('participants as p')
    .innerJoin('persons as s', (join) =>
      join.onRef('s.service_id', '=', 'p.service_id').onRef('s.id', '=', 'p.person_id'),
    )
    .where('p.service_id', '=', serviceId)
    .select(PARTICIPANT_COLUMNS);
}
