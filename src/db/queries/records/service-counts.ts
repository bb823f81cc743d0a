import { type Expression, type RawBuilder, sql } from 'kysely';
import { DatabaseError } from 'pg';
import { NO_QUOTAS, type Quotas } from '../../../domain/access/quota.ts';
import {
  type CountDelta,
  countRecords,
  isNoChange,
  type ServiceCounts,
} from '../../../domain/business/service-counts.ts';
import type { Db } from '../../client.ts';
import { prepareOne, prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { runWithNext } from '../../statements/run-pipelined.ts';

/** Limits that the counts of a service may not exceed. */
export type CountQuotas = Pick<Quotas, 'records' | 'fileBytes'>;

/** Service whose counts change, and the limits of counts that grow; without limits nothing is refused. */
type BoundCounts = { serviceId: number; quotas?: CountQuotas | undefined };

/** Changes the counts of a service without limits. */
export async function changeCounts(db: Db, serviceId: number, change: CountDelta): Promise<void> {
  await changeWithinQuotas(db, { serviceId }, change);
}

/**
 * Adds the changes of a transaction to the counts of its service, at the latest with the commit. The counts are sums
 * over a few rows, one for each connection, so that writers of a service seldom wait for each other. It is the last row
 * that a transaction locks, and its only one of them. The statement fails when a count that grows would exceed its
 * quota: see `excessOf`.
 */
export async function changeWithinQuotas(
  db: Db,
  { serviceId, quotas = NO_QUOTAS }: BoundCounts,
  change: CountDelta,
): Promise<void> {
  if (isNoChange(change)) return;
  const values = { serviceId, ...change };
  const records = countRecords(change);
  const { max: recordsMax, near: recordsNear } = toLimit(records, quotas.records, RECORDS_MARGIN);
  const bytes = toLimit(change.fileBytes, quotas.fileBytes, BYTES_MARGIN);
  const limits = { records, recordsMax, recordsNear, bytesMax: bytes.max, bytesNear: bytes.near };
  const isBound = recordsMax !== null || bytes.max !== null;
  const statement = isBound ? addWithinQuotas(db, { ...values, ...limits }) : addChange(db, values);
  await runWithNext(db, statement);
}

/** Returns the quota by which the database refused to count a change; undefined for any other error. */
export function excessOf(error: unknown): 'records' | 'file_bytes' | undefined {
  if (!(error instanceof DatabaseError) || error.code !== CHECK_VIOLATION) return undefined;
  // A cluster adds the number of a shard to the name.
  if (error.constraint?.startsWith('service_counts_records_quota') === true) return 'records';
  return error.constraint?.startsWith('service_counts_file_bytes_quota') === true
    ? 'file_bytes'
    : undefined;
}

const CHECK_VIOLATION = '23514';

type Limit = { max: number | null; near: number | null };

/**
 * Margin below a quota within which writers wait for each other, so that none misses uncommitted counts of another.
 * Concurrent changes that start below the margin exceed the quota only when they add more than the margin.
 */
const RECORDS_MARGIN = 100_000;
const BYTES_MARGIN = 1024 ** 3;

function toLimit(growth: number, max: number | null, margin: number): Limit {
  if (max === null || growth <= 0) return { max: null, near: null };
  return { max, near: max - Math.max(margin, Math.floor(max / 10)) };
}

/** Conflict clause that adds the inserted counts to the stored columns of `c`. */
const ADD_ON_CONFLICT: RawBuilder<unknown> = sql`
  on conflict (service_id, shard) do update set
    businesses = c.businesses + excluded.businesses,
    natural_persons = c.natural_persons + excluded.natural_persons,
    legal_entities = c.legal_entities + excluded.legal_entities,
    pending_participants = c.pending_participants + excluded.pending_participants,
    pending_matches = c.pending_matches + excluded.pending_matches,
    missing_documents = c.missing_documents + excluded.missing_documents,
    documents = c.documents + excluded.documents,
    answers = c.answers + excluded.answers,
    file_bytes = c.file_bytes + excluded.file_bytes,
    excess = excluded.excess`;

/**
 * Row of the connection. Process ids mostly follow each other, so that the connections of a pool of usual size get
 * different rows.
 */
const SHARD: RawBuilder<number> = sql`pg_backend_pid() % 16`;

const COLUMNS: RawBuilder<unknown> = sql`service_id, shard, businesses, natural_persons, legal_entities,
  pending_participants, pending_matches, missing_documents, documents, answers, file_bytes`;

type ChangeValues = CountDelta & { serviceId: number };

function valuesOf(value: ValueOf<ChangeValues>): RawBuilder<unknown> {
  return sql`${value('serviceId')}::integer, ${SHARD}, ${value('businesses')}::bigint,
    ${value('naturalPersons')}::bigint, ${value('legalEntities')}::bigint,
    ${value('pendingParticipants')}::bigint, ${value('pendingMatches')}::bigint,
    ${value('missingDocuments')}::bigint, ${value('documents')}::bigint, ${value('answers')}::bigint,
    ${value('fileBytes')}::bigint`;
}

const addChange = prepareStatement((db, value: ValueOf<ChangeValues>) =>
  sql`
    insert into service_counts as c (${COLUMNS}) values (${valuesOf(value)}) ${ADD_ON_CONFLICT}
  `.compile(db),
);

type QuotaValues = ChangeValues & {
  records: number;
  recordsMax: number | null;
  recordsNear: number | null;
  bytesMax: number | null;
  bytesNear: number | null;
};

/** Number of records of a row, which one quota limits. */
export const RECORDS: RawBuilder<number> = sql`businesses + natural_persons + legal_entities + documents + answers`;

/**
 * Adds the changes unless they exceed a quota. Near a quota it first locks all rows of the service, always in the same
 * order, and sums them after their writers have ended.
 */
const addWithinQuotas = prepareStatement((db, value: ValueOf<QuotaValues>) =>
  sql`
    with near as (
      select coalesce(sum(${RECORDS}), 0) + ${value('records')}::bigint > ${value('recordsNear')}::bigint
        is true or coalesce(sum(file_bytes), 0) + ${value('fileBytes')}::bigint > ${value('bytesNear')}::bigint
        is true as is_near
      from service_counts where service_id = ${value('serviceId')}
    ), held as (
      select ${RECORDS} as records, file_bytes from service_counts
      where service_id = ${value('serviceId')} and (select is_near from near)
      order by shard for update
    ), used as (
      select coalesce(sum(records), 0) + ${value('records')}::bigint as records,
        coalesce(sum(file_bytes), 0) + ${value('fileBytes')}::bigint as file_bytes
      from held
    )
    insert into service_counts as c (${COLUMNS}, excess)
    select ${valuesOf(value)}, case
      when used.records > ${value('recordsMax')}::bigint then 'records'
      when used.file_bytes > ${value('bytesMax')}::bigint then 'file_bytes'
    end
    from used
    ${ADD_ON_CONFLICT}
  `.compile(db),
);

/** Insert that adds bytes of files to the counts of a service; no row when there are none. */
export function addBytesQuery(serviceId: number, bytes: RawBuilder<number>): RawBuilder<unknown> {
  return sql`
    insert into service_counts as c (${COLUMNS})
    select ${serviceId}::integer, ${SHARD}, 0, 0, 0, 0, 0, 0, 0, 0, changed.bytes
    from (select ${bytes} as bytes) as changed where changed.bytes <> 0
    ${ADD_ON_CONFLICT}
  `;
}

/** Counts of a service in constant time: it reads as many rows as there are shards. */
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
      sumOf(fn.sum('documents')).as('documents'),
      sumOf(fn.sum('answers')).as('answers'),
      sumOf(fn.sum('file_bytes')).as('fileBytes'),
    ])
    .compile(),
);

/** Sums of bigint are numeric in PostgreSQL, and null when there are no rows. */
function sumOf(sum: Expression<unknown>) {
  return sql<number>`coalesce(${sum}, 0)::bigint`;
}
