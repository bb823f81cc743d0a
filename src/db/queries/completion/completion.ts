import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { areCounted } from '../../statements/are-counted.ts';
import { discardPlans } from '../../statements/discard-plans.ts';
import { prepareStatement, type Statement } from '../../statements/prepared.ts';
import { type Run, runPipelined } from '../../statements/run-pipelined.ts';
import { UNNAMED_HINT } from '../../wire/plan-hint.ts';
import { holdBusiness } from '../business/businesses.ts';
import { type DeletionScope, isDoomed } from './deletion-scope.ts';
import { type CompletionScope, DELETION_TABLES } from './participants-deletion.ts';

/** Further rows to hold: persons by the provider's ids, files by their ids. */
export type FurtherRows = { externalPersonIds: readonly number[]; fileIds: readonly number[] };

/** From here on a plan that was made for a few rows would be felt, of the deletion and of its foreign key checks. */
const MANY = 500;

/** Locked business of a completion. `hasOwnPlan` is true when its deletion has a custom plan, as large ones have. */
export type HeldScope = { version: number; createdAt: Date; hasOwnPlan: boolean };

/**
 * Locks the business and the rows of lockSharedRows, in one round trip, or three for a large business. Undefined when
 * there is no such business. Other transactions wait for the business.
 */
export async function holdForCompletion(
  db: Db,
  scope: CompletionScope,
): Promise<HeldScope | undefined> {
  const { serviceId, businessId } = scope;
  const [[business], [held]] = await runPipelined(
    db,
    async (run) =>
      await Promise.all([
        run(holdBusiness(db, { serviceId, id: businessId })),
        run(HOLDING_FEW[scope.participants](db, { serviceId, businessId })),
      ]),
  );
  if (business === undefined) return undefined;
  const isLarge = (held?.doomed ?? 0) >= MANY;
  if (!isLarge) return { ...business, hasOwnPlan: false };
  await lockSharedRows(db, scope);
  // Of what PostgreSQL believes that the service has none of, a plan for the values walks through all for each row.
  return { ...business, hasOwnPlan: await areCounted(db, serviceId, DELETION_TABLES) };
}

const HOLDING_FEW: Record<CompletionScope['participants'], Statement<OfBusiness, Held>> = {
  every: prepareHoldingFew('every'),
  with_folio: prepareHoldingFew('with_folio'),
  without_folio: prepareHoldingFew('without_folio'),
};

type OfBusiness = Pick<DeletionScope, 'serviceId' | 'businessId'>;
/** Number of participants to delete, MANY for more. */
type Held = { doomed: number };

/**
 * Holds what lockSharedRows holds, unless the deletion takes MANY participants or more: then nothing. So PostgreSQL knows
 * that they are few, and plans it once. Whoever changes documents holds their business first, as the caller does, so the
 * files are the same whether they are looked for before or after the wait for the persons.
 */
function prepareHoldingFew(
  participants: CompletionScope['participants'],
): Statement<OfBusiness, Held> {
  return prepareStatement((db, value) => {
    const serviceId = value('serviceId');
    const scope = { serviceId, businessId: value('businessId'), participants };
    const areFew = sql`(select count(*) from doomed) < ${sql.lit(MANY)}`;
    return sql<Held>`
      with doomed as materialized (
        select p.id, p.person_id from participants p where ${isDoomed(scope)} limit ${sql.lit(MANY)}
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
 * Holds the persons and files that the deletion may leave without a reference, in order of id. Without
 * this, two deletions at once could each see the other's participant and both leave the person behind.
 */
async function lockSharedRows(db: Db, scope: DeletionScope): Promise<void> {
  const held = await runPipelined(
    db,
    async (run) => await holdSharedRows(run, db, { scope, externalPersonIds: [], fileIds: [] }),
  );
  if (held.areMany) await discardPlans(db);
}

/** The same, sent with other statements; `areMany`: whether the deletion takes so many that plans for a few would be slow. */
export async function holdSharedRows(
  run: Run,
  db: Db,
  { scope, externalPersonIds, fileIds }: FurtherRows & { scope: DeletionScope },
): Promise<{ areMany: boolean }> {
  const [[held]] = await Promise.all([
    run(holdPersons(scope, externalPersonIds).compile(db)),
    run(holdFiles(scope, fileIds).compile(db)),
  ]);
  return { areMany: (held?.doomed ?? 0) >= MANY };
}

function holdPersons(
  scope: DeletionScope,
  externalIds: readonly number[],
): RawBuilder<{ doomed: number }> {
  const { serviceId } = scope;
  // Planning unused parts would take as long as running the rest.
  const among =
    externalIds.length === 0
      ? sql``
      : sql`union select id from persons
          where service_id = ${serviceId} and external_id = any(${externalIds}::bigint[])`;
  return sql`select ${UNNAMED_HINT} count(*),
      (select count(*) from participants p where ${isDoomed(scope)}) as doomed
    from (
      select 1 from persons
      where service_id = ${serviceId} and id in (
        select person_id from participants p where ${isDoomed(scope)} ${among}
      )
      order by id for update
    ) as held
  `;
}

function holdFiles(scope: DeletionScope, fileIds: readonly number[]): RawBuilder<unknown> {
  const among = fileIds.length === 0 ? sql`` : sql`union select unnest(${fileIds}::bigint[])`;
  return sql`select ${UNNAMED_HINT} count(*) from (
      select 1 from files
      where service_id = ${scope.serviceId} and id in (
        select d.file_id from documents d
        join participants p on p.service_id = d.service_id and p.id = d.participant_id
        where d.file_id is not null and ${isDoomed(scope)} ${among}
      )
      order by id for update
    ) as held
  `;
}
