import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { listDistributed, measureShards, sumOverShards } from '../../cluster/distribute.ts';
import { readServerVersion } from '../../server-version.ts';

export type PurgeTable = {
  /** Name with schema, quoted when necessary. */
  name: string;
  owner: string;
  /** True when the role of this connection may vacuum the table. */
  isAllowed: boolean;
  /** Number of pages at the last ANALYZE, which weights the table in the progress of a purge. */
  pages: number;
  /** True when its rows are in shards of a Citus cluster; the table itself is then empty. */
  isDistributed: boolean;
};

/** Returns the tables with these names, in this order, and `pg_statistic`, which contains sampled column values. */
export async function listPurgeTables(db: Db, names: readonly string[]): Promise<PurgeTable[]> {
  const distributed = new Set(await listDistributed(db));
  const { rows } = await sql<Omit<PurgeTable, 'isDistributed'>>`
    select c.oid::regclass::text as name,
      pg_get_userbyid(c.relowner) as owner,
      pg_has_role(c.relowner, 'usage') or pg_has_role(d.datdba, 'usage') as "isAllowed",
      greatest(c.relpages, 1) as pages
    from unnest(array_append(${names}::text[], 'pg_catalog.pg_statistic')) with ordinality as requested_table (name, ordinal)
    join pg_class c on c.oid = to_regclass(requested_table.name)
    join pg_database d on d.datname = current_database()
    order by requested_table.ordinal
  `.execute(db);
  return rows.map((table) => ({ ...table, isDistributed: distributed.has(table.name) }));
}

/**
 * Removes dead rows of a table. Returns the number of deleted rows that remain because a transaction may still read
 * them. Must run outside of a transaction.
 */
export async function vacuumTable(db: Db, { name, isDistributed }: PurgeTable): Promise<number> {
  await sql`vacuum (index_cleanup on) ${sql.raw(name)}`.execute(db);
  if (isDistributed)
    return await sumOverShards(db, name, "select pg_stat_get_dead_tuples('%s'::regclass)");
  // Read before any ANALYZE, which would replace the count by an estimate.
  const { rows } = await sql<{ count: number }>`
    select pg_stat_get_dead_tuples(to_regclass(${name})) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Analyzes a table, which replaces its sampled values. PostgreSQL skips an empty table: see `clearStatistics`. */
export async function analyzeTable(db: Db, { name }: PurgeTable): Promise<void> {
  await sql`analyze ${sql.raw(name)}`.execute(db);
}

/**
 * Rewrites a table and its indexes into new files; the table is locked meanwhile. Deleted rows that a transaction may
 * still read are copied too. Must run outside of a transaction.
 */
export async function rewriteTable(db: Db, { name }: PurgeTable): Promise<void> {
  await sql`vacuum (full) ${sql.raw(name)}`.execute(db);
  // The rewrite removes the visibility map, which index-only scans need.
  await sql`vacuum ${sql.raw(name)}`.execute(db);
}

export type VacuumProgress = { pass: 'vacuum' | 'rewrite'; share: number };

/** Returns the current pass and its progress (`share`, 0 to 1); undefined when there is none or it is unknown. */
export async function findVacuumProgress(
  db: Db,
  { name }: PurgeTable,
): Promise<VacuumProgress | undefined> {
  const { rows } = await sql<VacuumProgress>`
    select pass, scanned::float8 / total as share from (
      select 'vacuum' as pass, heap_blks_scanned as scanned, heap_blks_total as total
      from pg_stat_progress_vacuum where relid = to_regclass(${name})
      union all
      select 'rewrite', heap_blks_scanned, heap_blks_total
      from pg_stat_progress_cluster where relid = to_regclass(${name})
    ) as passes
    where total > 0
  `.execute(db);
  return rows[0];
}

/** Returns the size of a table with its indexes, in bytes. */
export async function measureTable(db: Db, { name, isDistributed }: PurgeTable): Promise<number> {
  if (isDistributed) return await measureShards(db, name);
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size(to_regclass(${name})) as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Version from which a function can clear statistics; in earlier ones only a superuser can delete them. */
const CLEARS_STATISTICS_VERSION = 180_000;

/**
 * Deletes the statistics of an empty table, which contain values of deleted rows: ANALYZE skips an empty table. Returns
 * the number of columns whose statistics remain, as far as the role may read them. Those of a distributed table always
 * remain.
 */
export async function clearStatistics(
  db: Db,
  { name, isDistributed }: PurgeTable,
): Promise<number> {
  if (isDistributed) return await sumOverShards(db, name, COUNT_STATISTICS_OF_SHARD);
  const fromEmptyColumns = sql`
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where pg_relation_size(to_regclass(${name})) = 0 and (c.oid = to_regclass(${name})
      or c.oid in (select indexrelid from pg_index where indrelid = to_regclass(${name})))`;
  if ((await readServerVersion(db)) >= CLEARS_STATISTICS_VERSION)
    await sql`
      select pg_clear_attribute_stats(n.nspname::text, c.relname::text, a.attname::text, false) ${fromEmptyColumns}
    `.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stats
    where (schemaname, tablename, attname) in (select n.nspname, c.relname, a.attname ${fromEmptyColumns})
  `.execute(db);
  return rows[0]?.count ?? 0;
}

const COUNT_STATISTICS_OF_SHARD = `
  select count(*) from (select '%s'::regclass as id) shard
  join pg_class c on c.oid = shard.id and pg_relation_size(c.oid) = 0
  join pg_namespace n on n.oid = c.relnamespace
  join pg_stats s on s.schemaname = n.nspname and s.tablename = c.relname`;
