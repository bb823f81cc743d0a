import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';

/** Every row of every table as text, by table: what two readings of an untouched database have in common. */
export type Dump = Record<string, string[]>;

/** Reads the whole database, or the rows of one service. Counters and signing keys are part of it; unlogged tables and what is worked on beside the requests not. */
export async function dumpTables(db: Db, serviceId?: number): Promise<Dump> {
  // Public keys are of no service, and come with the first report of any.
  const { jobs: _, report_keys: _keys, ...dump } = await dumpAll(db, serviceId);
  return dump;
}

async function dumpAll(db: Db, serviceId?: number): Promise<Dump> {
  const tables = await listTables(db);
  const parts = tables.map(({ table, isOfService }) => {
    const condition =
      serviceId !== undefined && isOfService ? sql`where service_id = ${serviceId}` : sql``;
    return sql`select ${table} as table, t::text as row from ${sql.table(table)} as t ${condition}`;
  });
  const all = sql<{ table: string; row: string }>`${sql.join(parts, sql` union all `)} order by 2`;
  const rows = Map.groupBy((await all.execute(db)).rows, (one) => one.table);
  return Object.fromEntries(
    tables.map(({ table }) => [table, (rows.get(table) ?? []).map((one) => one.row)]),
  );
}

/** The tables that have a row holding this text anywhere, whatever its case; the queue of jobs is one of them. */
export async function listTablesHolding(db: Db, text: string): Promise<string[]> {
  const dump = await dumpAll(db);
  const wanted = text.toLowerCase();
  return Object.keys(dump).filter((table) =>
    dump[table]?.some((row) => row.toLowerCase().includes(wanted)),
  );
}

async function listTables(db: Db): Promise<{ table: string; isOfService: boolean }[]> {
  const { rows } = await sql<{ table: string; isOfService: boolean }>`
    select c.relname as table, exists (
      select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'service_id'
    ) as "isOfService"
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname not like 'kysely_%' and c.relpersistence = 'p'
    order by 1`.execute(db);
  return rows;
}
