import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { discardPlans } from '../../statements/discard-plans.ts';
import { haveStatistics } from '../../statements/have-statistics.ts';
import { prepareStatement, type Statement } from '../../statements/prepared.ts';
import { type Run, runPipelined } from '../../statements/run-pipelined.ts';
import { UNNAMED_HINT } from '../../wire/plan-hint.ts';
import { lockBusinessStatement } from '../business/businesses.ts';
import { type DeletionScope, isInDeletionScope } from './deletion-scope.ts';
import { type CompletionScope, DELETION_TABLES } from './participants-deletion.ts';

/** Rows to lock in addition to those in the deletion scope: persons by the provider's ids, files by id. */
export type AdditionalRows = { externalPersonIds: readonly number[]; fileIds: readonly number[] };

/**
 * Number of participants from which a deletion counts as large: a plan made for a few rows is then slow, for the
 * deletion and for its foreign key checks.
 */
const MANY_PARTICIPANTS = 500;

/** Locked business of a completion. `needsCustomPlan` is true when its deletion must get a custom plan. */
export type LockedBusiness = { version: number; createdAt: Date; needsCustomPlan: boolean };

/**
 * Locks the business, and the persons and files that the deletion may leave unreferenced, until the transaction ends.
 * Takes one round trip, or three for a large deletion. Returns undefined when the business does not exist.
 */
export async function lockForCompletion(
  db: Db,
  scope: CompletionScope,
): Promise<LockedBusiness | undefined> {
  const { serviceId, businessId } = scope;
  const [[business], [size]] = await runPipelined(
    db,
    async (run) =>
      await Promise.all([
        run(lockBusinessStatement(db, { serviceId, id: businessId })),
        run(LOCK_UNLESS_MANY[scope.participants](db, { serviceId, businessId })),
      ]),
  );
  if (business === undefined) return undefined;
  const isLarge = (size?.participantCount ?? 0) >= MANY_PARTICIPANTS;
  if (!isLarge) return { ...business, needsCustomPlan: false };
  await lockSharedRows(db, scope);
  // When PostgreSQL has no statistics of the service's rows, a custom plan would scan tables sequentially for each row.
  return { ...business, needsCustomPlan: await haveStatistics(db, serviceId, DELETION_TABLES) };
}

const LOCK_UNLESS_MANY: Record<
  CompletionScope['participants'],
  Statement<OfBusiness, DeletionSize>
> = {
  every: prepareLockUnlessMany('every'),
  with_folio: prepareLockUnlessMany('with_folio'),
  without_folio: prepareLockUnlessMany('without_folio'),
};

type OfBusiness = Pick<DeletionScope, 'serviceId' | 'businessId'>;
/** Number of participants in scope, counted up to MANY_PARTICIPANTS. */
type DeletionSize = { participantCount: number };

/**
 * Prepares a statement that locks the persons and files that the deletion may leave unreferenced, unless
 * MANY_PARTICIPANTS or more are in scope: with that limit PostgreSQL expects few rows and keeps a generic plan. The
 * counts of locked rows are selected only because PostgreSQL would not run a subquery that is not used. Writers
 * of documents lock their business first, as the caller does, so the files are the same whether they are read before or
 * after the wait for the persons.
 */
function prepareLockUnlessMany(
  participants: CompletionScope['participants'],
): Statement<OfBusiness, DeletionSize> {
  return prepareStatement((db, value) => {
    const serviceId = value('serviceId');
    const scope = { serviceId, businessId: value('businessId'), participants };
    const areFew = sql`(select count(*) from participants_in_scope) < ${sql.lit(MANY_PARTICIPANTS)}`;
    return sql<DeletionSize>`
      with participants_in_scope as materialized (
        select p.id, p.person_id from participants p where ${isInDeletionScope(scope)} limit ${sql.lit(MANY_PARTICIPANTS)}
      )
      select (select count(*) from participants_in_scope) as "participantCount",
        (
          select count(*) from (
            select 1 from persons
            where service_id = ${serviceId} and id in (select person_id from participants_in_scope) and ${areFew}
            order by id for update
          ) as locked_persons
        ) as persons,
        (
          select count(*) from (
            select 1 from files
            where service_id = ${serviceId} and ${areFew} and id in (
              select d.file_id from participants_in_scope p
              join documents d on d.service_id = ${serviceId} and d.participant_id = p.id
              where d.file_id is not null
            )
            order by id for update
          ) as locked_files
        ) as files
    `.compile(db);
  });
}

/**
 * Locks the persons and files that the deletion may leave unreferenced, in order of id. Without the locks, each of two
 * concurrent deletions could still see the participant of the other, and neither would delete the person.
 */
async function lockSharedRows(db: Db, scope: DeletionScope): Promise<void> {
  const { isLarge } = await runPipelined(
    db,
    async (run) =>
      await lockSharedRowsPipelined(run, db, { scope, externalPersonIds: [], fileIds: [] }),
  );
  if (isLarge) await discardPlans(db);
}

/**
 * Locks the persons and files that the deletion may leave unreferenced, and additional ones, by pipelined statements.
 * `isLarge` is true when MANY_PARTICIPANTS or more are in scope.
 */
export async function lockSharedRowsPipelined(
  run: Run,
  db: Db,
  { scope, externalPersonIds, fileIds }: AdditionalRows & { scope: DeletionScope },
): Promise<{ isLarge: boolean }> {
  const [[size]] = await Promise.all([
    run(lockPersonsQuery(scope, externalPersonIds).compile(db)),
    run(lockFilesQuery(scope, fileIds).compile(db)),
  ]);
  return { isLarge: (size?.participantCount ?? 0) >= MANY_PARTICIPANTS };
}

function lockPersonsQuery(
  scope: DeletionScope,
  externalIds: readonly number[],
): RawBuilder<DeletionSize> {
  const { serviceId } = scope;
  // Planning an unused branch would take as long as the rest of the statement.
  const additionalPersons =
    externalIds.length === 0
      ? sql``
      : sql`union select id from persons
          where service_id = ${serviceId} and external_id = any(${externalIds}::bigint[])`;
  return sql`select ${UNNAMED_HINT} count(*),
      (select count(*) from participants p where ${isInDeletionScope(scope)}) as "participantCount"
    from (
      select 1 from persons
      where service_id = ${serviceId} and id in (
        select person_id from participants p where ${isInDeletionScope(scope)} ${additionalPersons}
      )
      order by id for update
    ) as locked_persons
  `;
}

function lockFilesQuery(scope: DeletionScope, fileIds: readonly number[]): RawBuilder<unknown> {
  const additionalFiles =
    fileIds.length === 0 ? sql`` : sql`union select unnest(${fileIds}::bigint[])`;
  return sql`select ${UNNAMED_HINT} count(*) from (
      select 1 from files
      where service_id = ${scope.serviceId} and id in (
        select d.file_id from documents d
        join participants p on p.service_id = d.service_id and p.id = d.participant_id
        where d.file_id is not null and ${isInDeletionScope(scope)} ${additionalFiles}
      )
      order by id for update
    ) as locked_files
  `;
}
