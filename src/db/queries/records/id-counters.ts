import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';

export const ID_KINDS = [
  'user',
  'business',
  'person',
  'participant',
  'deletion_receipt',
  'api_key',
  'file',
  'webhook_endpoint',
  'webhook_delivery',
  'screening',
  'extraction',
  'consent',
  'socioeconomic_report',
] as const;
export type IdKind = (typeof ID_KINDS)[number];

export type IdRequest = { serviceId: number; kind: IdKind; count: number };

/**
 * Allocates `count` ids of a kind and returns the first. The counter's row stays locked until the caller's transaction
 * ends. `count` 0 allocates none and returns the next free id.
 */
export async function allocateIds(db: Db, request: IdRequest): Promise<number> {
  const { rows } = await db.executeQuery(allocateIdsStatement(db, request));
  return getFirstId(rows, request);
}

/** Statement of `allocateIds`. `getFirstId` returns the first id from its rows. */
export const allocateIdsStatement = prepareStatement((db, value: ValueOf<IdRequest>) =>
  allocateIdsQuery({
    serviceId: value('serviceId'),
    kind: value('kind'),
    count: value('count'),
  }).compile(db),
);

/** Values of a request, or their placeholders in a prepared statement. */
type RequestOrPlaceholders = {
  [Name in keyof IdRequest]: IdRequest[Name] | RawBuilder<IdRequest[Name]>;
};

/**
 * Returns an insert for a common table expression, which allocates ids for rows that the same statement inserts. The
 * expression has one row with the last id as `last_id`. The counter is locked for a shorter time than by a separate
 * statement.
 */
export function allocateIdsQuery({
  serviceId,
  kind,
  count,
}: RequestOrPlaceholders): RawBuilder<{ last_id: number }> {
  // A kind that is no placeholder becomes part of the text, because a prepared statement must not contain parameters
  // other than its placeholders.
  const kindValue = typeof kind === 'string' ? sql.lit(kind) : kind;
  return sql`
    insert into id_counters as c (service_id, kind, last_id)
    values (${serviceId}::integer, ${kindValue}::text, ${count}::bigint)
    on conflict (service_id, kind) do update set last_id = c.last_id + excluded.last_id
    returning last_id
  `;
}

/** Number of ids of each kind to allocate, in the order in which their counters are locked. */
export type IdCounts = readonly { kind: IdKind; count: number }[];
type AllocatedIds = { kind: IdKind; last_id: number };
type ManyIds = { serviceId: number; kinds: readonly IdKind[]; counts: readonly number[] };

/** Statement that allocates ids of several kinds. `toFirstIds` returns the first of each from its rows. */
export function allocateIdsOfKinds(
  db: Db,
  serviceId: number,
  idCounts: IdCounts,
): CompiledQuery<AllocatedIds> {
  const kinds = idCounts.map((idCount) => idCount.kind);
  return allocateManyIds(db, {
    serviceId,
    kinds,
    counts: idCounts.map((idCount) => idCount.count),
  });
}

const allocateManyIds = prepareStatement((db, value: ValueOf<ManyIds>) =>
  sql<AllocatedIds>`
    insert into id_counters as c (service_id, kind, last_id)
    select ${value('serviceId')}::integer, kind, count
    from unnest(${value('kinds')}::text[], ${value('counts')}::bigint[])
      with ordinality as counter_request (kind, count, ordinal)
    order by ordinal
    on conflict (service_id, kind) do update set last_id = c.last_id + excluded.last_id
    returning kind, last_id
  `.compile(db),
);

/** Returns the first allocated id of each kind. */
export function toFirstIds(rows: readonly AllocatedIds[], idCounts: IdCounts): Map<IdKind, number> {
  return new Map(
    idCounts.map(({ kind, count }) => [
      kind,
      getFirstId(
        rows.filter((row) => row.kind === kind),
        { count },
      ),
    ]),
  );
}

export function getFirstId(
  [counter]: readonly { last_id: number }[],
  { count }: Pick<IdRequest, 'count'>,
): number {
  if (counter === undefined) throw new Error('A counter of ids was not answered.');
  return counter.last_id - count + 1;
}

/** Returns the last allocated id of a kind, 0 when there is none. */
export async function findLastId(
  db: Db,
  { serviceId, kind }: Omit<IdRequest, 'count'>,
): Promise<number> {
  const counter = await db
    .selectFrom('id_counters')
    .select('last_id')
    .where('service_id', '=', serviceId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return counter?.last_id ?? 0;
}

/** Raises the last id of a kind to `lastId`, unless it is higher already. */
export async function raiseLastId(
  db: Db,
  { serviceId, kind, lastId }: Omit<IdRequest, 'count'> & { lastId: number },
): Promise<void> {
  await db
    .insertInto('id_counters')
    .values({ service_id: serviceId, kind, last_id: lastId })
    .onConflict((conflict) =>
      conflict.columns(['service_id', 'kind']).doUpdateSet((row) => ({
        last_id: row.fn<number>('greatest', ['id_counters.last_id', 'excluded.last_id']),
      })),
    )
    .execute();
}
