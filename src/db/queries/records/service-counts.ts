import { type Expression, type RawBuilder, sql } from 'kysely';
import {
  type CountChange,
  isNoChange,
  type ServiceCounts,
} from '../../../domain/business/service-counts.ts';
import type { Db } from '../../client.ts';
import { prepareOne, prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { runWithNext } from '../../statements/run-pipelined.ts';

/**
 * Adds what a transaction made different to the counts of its service, with its commit at the latest. The counts are
 * the sums over a few rows, each connection's in one of them, so that writers of a service seldom wait for each other. It
 * is the last row that a transaction takes, and its only one of them.
 */
export async function changeCounts(db: Db, serviceId: number, change: CountChange): Promise<void> {
  if (isNoChange(change)) return;
  await runWithNext(db, addChange(db, { serviceId, ...change }));
}

/** Conflict clause that adds the inserted counts to the stored columns of `c`. */
export const ADDED_UP: RawBuilder<unknown> = sql`
  on conflict (service_id, shard) do update set
    businesses = c.businesses + excluded.businesses,
    natural_persons = c.natural_persons + excluded.natural_persons,
    legal_entities = c.legal_entities + excluded.legal_entities,
    pending_participants = c.pending_participants + excluded.pending_participants,
    pending_matches = c.pending_matches + excluded.pending_matches,
    missing_documents = c.missing_documents + excluded.missing_documents`;

/** Each connection of a pool of usual size has a row of its own, as their process ids mostly follow each other. */
export const SHARD: RawBuilder<number> = sql`pg_backend_pid() % 16`;

const addChange = prepareStatement((db, value: ValueOf<CountChange & { serviceId: number }>) =>
  sql`
    insert into service_counts as c (service_id, shard, businesses, natural_persons, legal_entities,
      pending_participants, pending_matches, missing_documents)
    values (${value('serviceId')}, ${SHARD}, ${value('businesses')},
      ${value('naturalPersons')}, ${value('legalEntities')}, ${value('pendingParticipants')},
      ${value('pendingMatches')}, ${value('missingDocuments')})
    ${ADDED_UP}
  `.compile(db),
);

/** In constant time, whatever the service has: it reads as many rows as there are shards. */
export async function readCounts(db: Db, serviceId: number): Promise<ServiceCounts> {
  return await selectCounts(db, { serviceId });
}

const selectCounts = prepareOne((db, value: ValueOf<{ serviceId: number }>) =>
  db
    .selectFrom('service_counts')
    .where('service_id', '=', value('serviceId'))
    .select(({ fn }) => [
      sumOf(fn.sum('businesses')).as('businesses'),
      sumOf(fn.sum('natural_persons')).as('naturalPersons'),
      sumOf(fn.sum('legal_entities')).as('legalEntities'),
      sumOf(fn.sum('pending_participants')).as('pendingParticipants'),
      sumOf(fn.sum('pending_matches')).as('pendingMatches'),
      sumOf(fn.sum('missing_documents')).as('missingDocuments'),
    ])
    .compile(),
);

/** PostgreSQL's sums of bigint are numeric, and of nothing null. */
function sumOf(sum: Expression<unknown>) {
  return sql<number>`coalesce(${sum}, 0)::bigint`;
}
