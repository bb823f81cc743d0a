import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';

/** All rows of all tables as text, by table. Equal for two dumps of an unchanged database. */
export type Dump = Record<string, string[]>;

/**
 * Dumps the whole database, or the rows of one service. Includes counters and signing keys, but no unlogged tables and
 * no tables that background work changes.
 */
export async function dumpTables(db: Db, serviceId?: number): Promise<Dump> {
  const dump = await dumpAll(db, serviceId);
  return Object.fromEntries(Object.entries(dump).filter(([table]) => !UNDUMPED.has(table)));
}

/** Tables that are not dumped: jobs change in the background, and the public key is stored with the first report. */
const UNDUMPED = new Set(['jobs', 'report_keys']);

/** Number of rows and hash of their content, by table. */
export type Digest = Record<string, string>;

/** Digests the content of `dumpTables`. For comparisons after many requests: PostgreSQL sends one row per table. */
export async function digestTables(db: Db, serviceId?: number): Promise<Digest> {
  const parts = (await listKnownTables(db))
    .filter(({ table }) => !UNDUMPED.has(table))
    .map(
      (table) => sql`select ${sql.lit(table.table)} as table,
        concat(count(*), ' ', sum(hashtextextended(t::text, 0))) as digest
        from ${sql.table(table.table)} as t ${toCondition(table, serviceId)}`,
    );
  const query = sql<{ table: string; digest: string }>`${sql.join(parts, sql` union all `)}`;
  const { rows } = await query.execute(db);
  return Object.fromEntries(rows.map(({ table, digest }) => [table, digest]));
}

const knownTables = new WeakMap<Db, Table[]>();

async function listKnownTables(db: Db): Promise<Table[]> {
  const tables = knownTables.get(db) ?? (await listTables(db));
  knownTables.set(db, tables);
  return tables;
}

function toCondition({ isOfService }: Table, serviceId: number | undefined): RawBuilder<unknown> {
  return serviceId !== undefined && isOfService ? sql`where service_id = ${serviceId}` : sql``;
}

async function dumpAll(db: Db, serviceId?: number): Promise<Dump> {
  const tables = await listKnownTables(db);
  // Without parameters, PostgreSQL keeps the plan of so many selects.
  const parts = tables.map((one) => {
    const { table } = one;
    const condition = toCondition(one, serviceId);
    return sql`select ${sql.lit(table)} as table, t::text as row from ${sql.table(table)} as t ${condition}`;
  });
  const all = sql<{ table: string; row: string }>`${sql.join(parts, sql` union all `)} order by 2`;
  const rows = Map.groupBy((await all.execute(db)).rows, (one) => one.table);
  return Object.fromEntries(
    tables.map(({ table }) => [table, (rows.get(table) ?? []).map((one) => one.row)]),
  );
}

/** Returns the tables with a row that contains this text in any case, including the job queue. */
export async function listTablesHolding(db: Db, text: string): Promise<string[]> {
  const wanted = text.toLowerCase();
  const parts = (await listTables(db)).map(
    ({ table }) => sql`select ${sql.lit(table)} as table, count(*)::integer as count
      from ${sql.table(table)} as t where strpos(lower(t::text), ${wanted}) > 0`,
  );
  const query = sql<{ table: string; count: number }>`${sql.join(parts, sql` union all `)}`;
  const { rows } = await query.execute(db);
  return rows.flatMap(({ table, count }) => (count > 0 ? [table] : [])).toSorted();
}

type Table = { table: string; isOfService: boolean };

async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as table, exists (
      select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'service_id'
    ) as "isOfService"
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname not like 'kysely_%' and c.relpersistence = 'p'
    order by 1`.execute(db);
  return rows;
}
