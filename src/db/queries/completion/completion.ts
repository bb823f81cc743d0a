import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { areCounted } from '../../statements/are-counted.ts';
import { discardPlans } from '../../statements/discard-plans.ts';
import { prepareStatement, type Statement } from '../../statements/prepared.ts';
import { type Run, runPipelined } from '../../statements/run-pipelined.ts';
import { UNNAMED_HINT } from '../../wire/plan-hint.ts';
import { lockBusinessStatement } from '../business/businesses.ts';
import { type DeletionScope, isInDeletionScope } from './deletion-scope.ts';
import { type CompletionScope, DELETION_TABLES } from './participants-deletion.ts';

/** Further rows to lock: persons by the provider's ids, files by id. */
export type FurtherRows = { externalPersonIds: readonly number[]; fileIds: readonly number[] };

/**
 * Number of participants from which a plan made for a few rows is slow, for the deletion and its foreign key checks.
 */
const MANY = 500;

/** Locked business of a completion. `hasOwnPlan` is true when its deletion has a custom plan, as large ones have. */
export type LockedBusiness = { version: number; createdAt: Date; hasOwnPlan: boolean };

/**
 * Locks the business and the rows of lockSharedRows, in one round trip, or three for a large business. Undefined when
 * the business does not exist. Other transactions wait for the business.
 */
export async function lockForCompletion(
  db: Db,
  scope: CompletionScope,
): Promise<LockedBusiness | undefined> {
  const { serviceId, businessId } = scope;
  const [[business], [held]] = await runPipelined(
    db,
    async (run) =>
      await Promise.all([
        run(lockBusinessStatement(db, { serviceId, id: businessId })),
        run(LOCK_FEW[scope.participants](db, { serviceId, businessId })),
      ]),
  );
  if (business === undefined) return undefined;
  const isLarge = (held?.doomed ?? 0) >= MANY;
  if (!isLarge) return { ...business, hasOwnPlan: false };
  await lockSharedRows(db, scope);
  // A custom plan would scan tables sequentially for each row where PostgreSQL's statistics show no rows of the
  // service.
  return { ...business, hasOwnPlan: await areCounted(db, serviceId, DELETION_TABLES) };
}

const LOCK_FEW: Record<CompletionScope['participants'], Statement<OfBusiness, DeletionSize>> = {
  every: prepareLockFew('every'),
  with_folio: prepareLockFew('with_folio'),
  without_folio: prepareLockFew('without_folio'),
};

type OfBusiness = Pick<DeletionScope, 'serviceId' | 'businessId'>;
/** Number of participants to delete, MANY for more. */
type DeletionSize = { doomed: number };

/**
 * Prepares a statement that locks the rows of lockSharedRows, unless the deletion takes MANY participants or more.
 * PostgreSQL then knows that they are few and keeps a generic plan. Writers of documents lock their business first, as
 * the caller does, so the files are the same whether they are read before or after the wait for the persons.
 */
function prepareLockFew(
  participants: CompletionScope['participants'],
): Statement<OfBusiness, DeletionSize> {
  return prepareStatement((db, value) => {
    const serviceId = value('serviceId');
    const scope = { serviceId, businessId: value('businessId'), participants };
    const areFew = sql`(select count(*) from doomed) < ${sql.lit(MANY)}`;
    return sql<DeletionSize>`
      with doomed as materialized (
        select p.id, p.person_id from participants p where ${isInDeletionScope(scope)} limit ${sql.lit(MANY)}
      )
      select (select count(*) from doomed) as doomed,
        (
          select count(*) from (
            select 1 from persons
            where service_id = ${serviceId} and id in (select person_id from doomed) and ${areFew}
            order by id for update
          ) as held
        ) as persons,
        (
          select count(*) from (
            select 1 from files
            where service_id = ${serviceId} and ${areFew} and id in (
              select d.file_id from doomed p
              join documents d on d.service_id = ${serviceId} and d.participant_id = p.id
              where d.file_id is not null
            )
            order by id for update
          ) as held
        ) as files
    `.compile(db);
  });
}

/**
 * Locks the persons and files that the deletion may leave unreferenced, in order of id. Without the locks, two
 * concurrent deletions could each see the other's participant and both leave the person behind.
 */
async function lockSharedRows(db: Db, scope: DeletionScope): Promise<void> {
  const held = await runPipelined(
    db,
    async (run) =>
      await lockSharedRowsPipelined(run, db, { scope, externalPersonIds: [], fileIds: [] }),
  );
  if (held.areMany) await discardPlans(db);
}

/**
 * Locks shared rows with pipelined statements. `areMany` is true when the deletion takes so many participants that
 * plans for a few rows would be slow.
 */
export async function lockSharedRowsPipelined(
  run: Run,
  db: Db,
  { scope, externalPersonIds, fileIds }: FurtherRows & { scope: DeletionScope },
): Promise<{ areMany: boolean }> {
  const [[size]] = await Promise.all([
    run(lockPersonsQuery(scope, externalPersonIds).compile(db)),
    run(lockFilesQuery(scope, fileIds).compile(db)),
  ]);
  return { areMany: (size?.doomed ?? 0) >= MANY };
}

function lockPersonsQuery(
  scope: DeletionScope,
  externalIds: readonly number[],
): RawBuilder<{ doomed: number }> {
  const { serviceId } = scope;
  // Planning an unused branch would take as long as the rest of the statement.
  const furtherPersons =
    externalIds.length === 0
      ? sql``
      : sql`union select id from persons
          where service_id = ${serviceId} and external_id = any(${externalIds}::bigint[])`;
  return sql`select ${UNNAMED_HINT} count(*),
      (select count(*) from participants p where ${isInDeletionScope(scope)}) as doomed
    from (
      select 1 from persons
      where service_id = ${serviceId} and id in (
        select person_id from participants p where ${isInDeletionScope(scope)} ${furtherPersons}
      )
      order by id for update
    ) as held
  `;
}

function lockFilesQuery(scope: DeletionScope, fileIds: readonly number[]): RawBuilder<unknown> {
  const furtherFiles =
    fileIds.length === 0 ? sql`` : sql`union select unnest(${fileIds}::bigint[])`;
  return sql`select ${UNNAMED_HINT} count(*) from (
      select 1 from files
      where service_id = ${scope.serviceId} and id in (
        select d.file_id from documents d
        join participants p on p.service_id = d.service_id and p.id = d.participant_id
        where d.file_id is not null and ${isInDeletionScope(scope)} ${furtherFiles}
      )
      order by id for update
    ) as held
  `;
}
