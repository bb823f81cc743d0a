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
import { pipelineWithNext } from '../../statements/run-pipelined.ts';

/** Limits that the counts of a service may not exceed. */
export type CountQuotas = Pick<Quotas, 'records' | 'fileBytes'>;

/** Service whose counts change, and the limits of counts that grow; undefined means no limits. */
type QuotaTarget = { serviceId: number; quotas?: CountQuotas | undefined };

/** Changes the counts of a service without limits. */
export async function changeCounts(db: Db, serviceId: number, change: CountDelta): Promise<void> {
  await changeWithinQuotas(db, { serviceId }, change);
}

/**
 * Adds the changes of a transaction to the counts of its service, as a pipelined statement. The counts are sums over up
 * to 16 rows; each connection writes to one of them, so that writers of a service seldom wait for each other. Call it
 * late in a transaction, because other writers of the row wait for the commit. The statement fails when a
 * count that grows would exceed its quota; `findExceededQuota` reads which one from the error.
 */
export async function changeWithinQuotas(
  db: Db,
  { serviceId, quotas = NO_QUOTAS }: QuotaTarget,
  change: CountDelta,
): Promise<void> {
  if (isNoChange(change)) return;
  const values = { serviceId, ...change };
  const records = countRecords(change);
  const { max: recordsMax, lockAbove: recordsLockAbove } = toLimit(
    records,
    quotas.records,
    RECORDS_MARGIN,
  );
  const bytes = toLimit(change.fileBytes, quotas.fileBytes, BYTES_MARGIN);
  const limits = {
    records,
    recordsMax,
    recordsLockAbove,
    bytesMax: bytes.max,
    bytesLockAbove: bytes.lockAbove,
  };
  const isBound = recordsMax !== null || bytes.max !== null;
  const statement = isBound ? addWithinQuotas(db, { ...values, ...limits }) : addChange(db, values);
  await pipelineWithNext(db, statement);
}

/** Returns the quota that an error reports as exceeded, or undefined. Citus appends a number to constraint names. */
export function findExceededQuota(error: unknown): 'records' | 'file_bytes' | undefined {
  if (!(error instanceof DatabaseError) || error.code !== CHECK_VIOLATION) return undefined;
  if (error.constraint?.startsWith('service_counts_records_quota') === true) return 'records';
  return error.constraint?.startsWith('service_counts_file_bytes_quota') === true
    ? 'file_bytes'
    : undefined;
}

const CHECK_VIOLATION = '23514';

/** Limit of a count: above `lockAbove` the rows are locked. Both are null when the count is not limited or shrinks. */
type Limit = { max: number | null; lockAbove: number | null };

/**
 * Minimum distance to a quota within which writers lock all rows, because a writer does not see uncommitted counts of
 * another. Farther away, concurrent changes exceed the quota only when together they add more than this distance.
 */
const RECORDS_MARGIN = 100_000;
const BYTES_MARGIN = 1024 ** 3;

function toLimit(growth: number, max: number | null, margin: number): Limit {
  if (max === null || growth <= 0) return { max: null, lockAbove: null };
  return { max, lockAbove: max - Math.max(margin, Math.floor(max / 10)) };
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
 * Row of the connection. Process ids of a pool are mostly consecutive, so that its connections use different rows.
 */
const SHARD: RawBuilder<number> = sql`pg_backend_pid() % 16`;

const COLUMNS: RawBuilder<unknown> = sql`service_id, shard, businesses, natural_persons, legal_entities,
  pending_participants, pending_matches, missing_documents, documents, answers, file_bytes`;

type ChangeValues = CountDelta & { serviceId: number };

function toValueList(value: ValueOf<ChangeValues>): RawBuilder<unknown> {
  return sql`${value('serviceId')}::integer, ${SHARD}, ${value('businesses')}::bigint,
    ${value('naturalPersons')}::bigint, ${value('legalEntities')}::bigint,
    ${value('pendingParticipants')}::bigint, ${value('pendingMatches')}::bigint,
    ${value('missingDocuments')}::bigint, ${value('documents')}::bigint, ${value('answers')}::bigint,
    ${value('fileBytes')}::bigint`;
}

const addChange = prepareStatement((db, value: ValueOf<ChangeValues>) =>
  sql`
    insert into service_counts as c (${COLUMNS}) values (${toValueList(value)}) ${ADD_ON_CONFLICT}
  `.compile(db),
);

type QuotaValues = ChangeValues & {
  records: number;
  recordsMax: number | null;
  recordsLockAbove: number | null;
  bytesMax: number | null;
  bytesLockAbove: number | null;
};

/** Expression for the number of records in a row, all of which the records quota limits. */
export const RECORDS: RawBuilder<number> = sql`businesses + natural_persons + legal_entities + documents + answers`;

/**
 * Adds the changes unless they exceed a quota. Above the lock threshold it first locks all rows of the service, always
 * in the same order, which waits for their writers. When a quota is exceeded, it sets the column `excess`, which a
 * check constraint rejects. A comparison with the null threshold of an unlimited count is null, hence `is true`.
 */
const addWithinQuotas = prepareStatement((db, value: ValueOf<QuotaValues>) =>
  sql`
    with lock_check as (
      select coalesce(sum(${RECORDS}), 0) + ${value('records')}::bigint > ${value('recordsLockAbove')}::bigint
        is true or coalesce(sum(file_bytes), 0) + ${value('fileBytes')}::bigint > ${value('bytesLockAbove')}::bigint
        is true as locks_rows
      from service_counts where service_id = ${value('serviceId')}
    ), locked_counts as (
      select ${RECORDS} as records, file_bytes from service_counts
      where service_id = ${value('serviceId')} and (select locks_rows from lock_check)
      order by shard for update
    ), totals as (
      -- Without locks the totals are the change alone, which is far below the quota.
      select coalesce(sum(records), 0) + ${value('records')}::bigint as records,
        coalesce(sum(file_bytes), 0) + ${value('fileBytes')}::bigint as file_bytes
      from locked_counts
    )
    insert into service_counts as c (${COLUMNS}, excess)
    select ${toValueList(value)}, case
      when totals.records > ${value('recordsMax')}::bigint then 'records'
      when totals.file_bytes > ${value('bytesMax')}::bigint then 'file_bytes'
    end
    from totals
    ${ADD_ON_CONFLICT}
  `.compile(db),
);

/** Returns an insert that adds bytes of files to the counts of a service; nothing for 0 bytes. */
export function addBytesQuery(serviceId: number, bytes: RawBuilder<number>): RawBuilder<unknown> {
  return sql`
    insert into service_counts as c (${COLUMNS})
    select ${serviceId}::integer, ${SHARD}, 0, 0, 0, 0, 0, 0, 0, 0, delta.bytes
    from (select ${bytes} as bytes) as delta where delta.bytes <> 0
    ${ADD_ON_CONFLICT}
  `;
}

/** Returns the counts of a service, from at most 16 rows. */
export async function readCounts(db: Db, serviceId: number): Promise<ServiceCounts> {
  return await selectCounts(db, { serviceId });
}

const selectCounts = prepareOne((db, value: ValueOf<{ serviceId: number }>) =>
  db
    .selectFrom('service_counts')
    .where('service_id', '=', value('serviceId'))
    .select(({ fn }) => [
      toBigintSum(fn.sum('businesses')).as('businesses'),
      toBigintSum(fn.sum('natural_persons')).as('naturalPersons'),
      toBigintSum(fn.sum('legal_entities')).as('legalEntities'),
      toBigintSum(fn.sum('pending_participants')).as('pendingParticipants'),
      toBigintSum(fn.sum('pending_matches')).as('pendingMatches'),
      toBigintSum(fn.sum('missing_documents')).as('missingDocuments'),
      toBigintSum(fn.sum('documents')).as('documents'),
      toBigintSum(fn.sum('answers')).as('answers'),
      toBigintSum(fn.sum('file_bytes')).as('fileBytes'),
    ])
    .compile(),
);

/** Converts a sum of bigint values, which is numeric and null without rows, to bigint. */
function toBigintSum(sum: Expression<unknown>) {
  return sql<number>`coalesce(${sum}, 0)::bigint`;
}
