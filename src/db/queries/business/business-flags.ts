import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { pipelineWithNext } from '../../statements/run-pipelined.ts';

/** True when a participant of the business `b` has matches without a decision. */
function hasPendingMatches(serviceId: RawBuilder<number>): RawBuilder<boolean> {
  return sql`exists (
    select from participants p
    where p.service_id = ${serviceId} and p.business_id = b.id and p.has_pending_matches
  )`;
}

/** True when a document of a participant of the business `b` has no file. */
function hasMissingDocuments(serviceId: RawBuilder<number>): RawBuilder<boolean> {
  return sql`exists (
    select from participants p
    join documents d on d.service_id = ${serviceId} and d.participant_id = p.id
    where p.service_id = ${serviceId} and p.business_id = b.id and d.file_id is null
  )`;
}

/**
 * Increments the version of a business and recomputes its flags. Call it after every change of its participants or
 * their documents; the caller has locked the row before the change (lockBusiness), because otherwise two concurrent
 * changes could each miss the other.
 */
export async function touchBusiness(db: Db, serviceId: number, id: number): Promise<void> {
  await pipelineWithNext(db, touchOne(db, { serviceId, id }));
}

/**
 * Increments the versions of several businesses and recomputes their flags, by one pipelined statement. The caller has
 * locked the rows before the change.
 */
export async function touchBusinesses(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<void> {
  await pipelineWithNext(db, touchMany(db, { serviceId, ids }));
}

type BusinessKey = { serviceId: number; id: number };
type BusinessKeys = { serviceId: number; ids: readonly number[] };

/**
 * Statement for one business: for an array of ids PostgreSQL would make a custom plan, which takes as long as running
 * it.
 */
const touchOne = prepareStatement((db, value: ValueOf<BusinessKey>) =>
  touchQuery(db, value('serviceId')).where('b.id', '=', value('id')).compile(),
);

const touchMany = prepareStatement((db, value: ValueOf<BusinessKeys>) =>
  touchQuery(db, value('serviceId'))
    .where((eb) => eb('b.id', '=', eb.fn.any(value('ids'))))
    .compile(),
);

function touchQuery(db: Db, serviceId: RawBuilder<number>) {
  return db
    .updateTable('businesses as b')
    .set((eb) => ({
      version: eb('b.version', '+', sql.lit(1)),
      updated_at: eb.fn('now'),
      has_pending_matches: hasPendingMatches(serviceId),
      has_missing_documents: hasMissingDocuments(serviceId),
    }))
    .where('b.service_id', '=', serviceId);
}

/** Updates only the flags of many businesses, whose rows the caller has locked. */
export async function refreshFlags(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<void> {
  await pipelineWithNext(db, refresh(db, { serviceId, ids }));
}

const refresh = prepareStatement((db, value: ValueOf<BusinessKeys>) =>
  sql`
    update businesses b
    set has_pending_matches = flags.pending, has_missing_documents = flags.missing
    from (
      select b.id, ${hasPendingMatches(value('serviceId'))} as pending,
        ${hasMissingDocuments(value('serviceId'))} as missing
      from businesses b
      where b.service_id = ${value('serviceId')} and b.id = any(${value('ids')})
    ) flags
    where b.service_id = ${value('serviceId')} and b.id = flags.id
      and (b.has_pending_matches, b.has_missing_documents) <> (flags.pending, flags.missing)
  `.compile(db),
);
