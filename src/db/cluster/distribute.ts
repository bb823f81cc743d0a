import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../client.ts';
import { REFERENCE_TABLES, SPREAD_FUNCTIONS, TENANT_TABLES } from './spread-tables.ts';

/** True when the database has the Citus extension, as the coordinator of a cluster has. */
export async function isCluster(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isInstalled: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as "isInstalled"`.execute(db);
  return rows[0]?.isInstalled ?? false;
}

/**
 * Returns the names of the distributed tables and the reference tables, sorted; empty when the database is not a Citus
 * cluster.
 */
export async function listDistributed(db: Db): Promise<string[]> {
  if (!(await isCluster(db))) return [];
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition order by 1`.execute(db);
  return rows.map((row) => row.name);
}

/**
 * Distributes tables that are not distributed yet, with their rows, and returns their names. Does nothing outside of a
 * cluster. May be run again after an interruption.
 */
export async function distributeTables(db: Db): Promise<string[]> {
  if (!(await isCluster(db))) return [];
  return await db.connection().execute(async (connection) => {
    const distributed = new Set(await listDistributed(connection));
    const isNew = (table: string): boolean => !distributed.has(table);
    const references = REFERENCE_TABLES.filter(isNew);
    const tenants = TENANT_TABLES.filter(isNew);
    if (references.length + tenants.length === 0) return [];
    // Otherwise the first reference table converts all referencing tables to local ones, which cannot be distributed
    // afterwards.
    await run(connection, sql`set citus.enable_local_reference_table_foreign_keys = off`);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      connection,
    );
    // An import and a key rotation write tables that refer to a reference table after reading it; Citus rejects that in
    // parallel mode. The setting of the database applies to later sessions only, so this session sets the mode too.
    await run(connection, sql`set citus.multi_shard_modify_mode to sequential`);
    await run(
      connection,
      sql`alter database ${sql.ref(rows[0]?.name ?? '')} set citus.multi_shard_modify_mode to sequential`,
    );
    for (const name of SPREAD_FUNCTIONS)
      await run(connection, sql`select create_distributed_function(${sql.lit(name)})`);
    for (const table of references)
      await run(connection, sql`select create_reference_table(${sql.lit(table)})`);
    for (const table of tenants) await distributeByService(connection, table);
    return [...references, ...tenants];
  });
}

/**
 * Distributes a table by service, colocated with the first tenant table, so that all rows of a service are on one
 * server.
 */
export async function distributeByService(db: Db, table: string): Promise<void> {
  const [firstTable] = TENANT_TABLES;
  const colocation = table === firstTable ? sql`` : sql`, colocate_with => ${sql.lit(firstTable)}`;
  await run(db, sql`select create_distributed_table(${sql.lit(table)}, 'service_id'${colocation})`);
  if (await overridesStatistics(db, table)) await setShardStatistics(db, table);
}

/** True when the table overrides the statistics of service_id with n_distinct = 1, see migration 0003-businesses.ts. */
async function overridesStatistics(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ isMarked: boolean }>`
    select coalesce(attoptions::text like '%n_distinct=%', false) as "isMarked" from pg_attribute
    where attrelid = ${table}::regclass and attname = 'service_id'`.execute(db);
  return rows[0]?.isMarked ?? false;
}

/** Copies n_distinct = 1 to the shards, which do not inherit it. */
async function setShardStatistics(db: Db, table: string): Promise<void> {
  const command = 'alter table %s alter column service_id set (n_distinct = 1)';
  const { rows } = await sql<{ isDone: boolean }>`
    select coalesce(bool_and(success), true) as "isDone"
    from run_command_on_shards(${sql.lit(table)}, ${sql.lit(command)})`.execute(db);
  if (rows[0]?.isDone !== true) throw new Error(`Parts of ${table} could not be changed.`);
}

/** Returns the total size of all shards of a table with their indexes, in bytes. */
export async function measureShards(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select citus_total_relation_size(${sql.lit(table)}) as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/**
 * Runs a numeric query on every shard of a table and returns the sum; `%s` in the query stands for the shard. Throws
 * when the query fails on a shard.
 */
export async function sumOverShards(db: Db, table: string, command: string): Promise<number> {
  const { rows } = await sql<{ sum: number; isDone: boolean }>`
    select coalesce(sum(case when success then result::bigint end), 0)::bigint as sum,
      coalesce(bool_and(success), true) as "isDone"
    from run_command_on_shards(${sql.lit(table)}, ${sql.lit(command)})`.execute(db);
  if (rows[0]?.isDone !== true) throw new Error(`Not every part of ${table} answered.`);
  return rows[0].sum;
}

async function run(db: Db, statement: RawBuilder<unknown>): Promise<void> {
  await statement.execute(db);
}
