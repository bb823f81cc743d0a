import { sql } from 'kysely';
import type { RequestedDocument } from '../../domain/document.ts';
import type { Window } from '../../domain/page.ts';
import type { Participant } from '../../domain/participant.ts';
import type { Db } from '../client.ts';

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

/**
 * Every participant of one business, by id, with its documents in the order they were given. One statement,
 * so that a deletion that runs meanwhile shows either all of it or nothing.
 */
export async function listParticipantsWithDocuments(
  db: Db,
  serviceId: number,
  businessId: number,
): Promise<(Participant & { documents: RequestedDocument[] })[]> {
  const documents = sql<RequestedDocument[]>`coalesce((
    select json_agg(json_build_object('participantId', d.participant_id, 'typeCode', d.type_code,
      'occurrence', d.occurrence, 'downloadId', d.file_id) order by d.position)
    from documents d where d.service_id = p.service_id and d.participant_id = p.id
  ), '[]')`;
  return await selectParticipants(db, serviceId)
    .select(documents.as('documents'))
    .where('p.business_id', '=', businessId)
    .orderBy('p.id')
    .execute();
}

/** The same window of each business in one statement, one row more than its limit each, in order of id. */
export async function listParticipantWindows(
  db: Db,
  of: { serviceId: number; businessIds: readonly number[] },
  window: Window<number>,
): Promise<Participant[]> {
  const isForward = window.from === 'start';
  const rows = await db
    .selectFrom(
      sql<{ id: number }>`unnest(${of.businessIds}::bigint[])`.as<'business'>(sql`business (id)`),
    )
    .innerJoinLateral(
      selectParticipants(db, of.serviceId)
        .where('p.business_id', '=', sql<number>`business.id`)
        .$if(window.after !== null, (query) => query.where('p.id', '>', window.after))
        .$if(window.before !== null, (query) => query.where('p.id', '<', window.before))
        .orderBy('p.id', isForward ? 'asc' : 'desc')
        .limit(window.limit + 1)
        .as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .orderBy('found.id')
    .execute();
  return rows;
}

/** Businesses without participants are left out. */
export async function countParticipants(
  db: Db,
  serviceId: number,
  businessIds: readonly number[],
): Promise<{ businessId: number; count: number }[]> {
  return await db
    .selectFrom('participants')
    .where('service_id', '=', serviceId)
    .where((eb) => eb('business_id', '=', eb.fn.any(eb.val(businessIds))))
    .groupBy('business_id')
    .select((eb) => ['business_id as businessId', eb.fn.countAll<number>().as('count')])
    .execute();
}

function selectParticipants(db: Db, serviceId: number) {
  return db
    .selectFrom('participants as p')
    .innerJoin('persons as s', (join) =>
      join.onRef('s.service_id', '=', 'p.service_id').onRef('s.id', '=', 'p.person_id'),
    )
    .where('p.service_id', '=', serviceId)
    .select([
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
    ]);
}
