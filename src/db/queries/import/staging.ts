import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../client.ts';
import { distributeByService, isCluster, listDistributed } from '../../cluster/distribute.ts';
import { analyzeTables } from '../../staging/analyze-tables.ts';
import { type CopyValue, copyRows, encodeCopyRow } from '../../staging/copy-rows.ts';
import { REMOVE_TIMEOUTS } from '../../staging/remove-timeouts.ts';
import {
  ALL_STAGING_TABLES,
  CREATE_PERMANENT,
  CREATE_TEMPORARY,
  INDEX_PERMANENT,
  INDEX_TEMPORARY,
  STAGING_TABLES,
  type StagedRow,
  type StagingTable,
} from './tables.ts';

/** Removes the timeouts of requests from the transaction and creates temporary staging tables, except on a cluster. */
export async function openStaging(db: Db): Promise<void> {
  const tables = (await isCluster(db)) ? [] : CREATE_TEMPORARY;
  await runAll(db, [...REMOVE_TIMEOUTS, ...tables]);
}

/**
 * Creates indexes of the temporary tables, and statistics, after all rows are copied. Without statistics the planner
 * assumes that the tables are empty.
 */
export async function indexStaging(db: Db): Promise<void> {
  if (!(await isCluster(db))) await runAll(db, INDEX_TEMPORARY);
  await analyzeTables(db, STAGING_TABLE_NAMES);
}

/** Deletes the rows of the import from the permanent staging tables of a cluster, at the end of its transaction. */
export async function clearStaging(db: Db, serviceId: number): Promise<void> {
  if (!(await isCluster(db))) return;
  for (const table of ALL_STAGING_TABLES)
    await sql`delete from ${sql.table(table)} where service_id = ${serviceId}`.execute(db);
}

/**
 * Creates and distributes the staging tables of a Citus cluster; returns the names of those that were not distributed
 * yet.
 */
export async function distributeStaging(db: Db): Promise<string[]> {
  if (!(await isCluster(db))) return [];
  await runAll(db, [...CREATE_PERMANENT, ...INDEX_PERMANENT]);
  const distributed = new Set(await listDistributed(db));
  const tables = ALL_STAGING_TABLES.filter((table) => !distributed.has(table));
  for (const table of tables) await distributeByService(db, table);
  return tables;
}

async function runAll(db: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Encodes a staged row for copyStagedRows. */
export function encodeStagedRow<T extends StagingTable>(
  serviceId: number,
  table: T,
  row: StagedRow<T>,
): string {
  const values: Record<string, CopyValue> = row;
  return encodeCopyRow([
    serviceId,
    ...getColumnNames(table).map((column) => values[column] ?? null),
  ]);
}

export async function copyStagedRows(
  client: pg.ClientBase,
  table: StagingTable,
  chunks: readonly string[],
): Promise<void> {
  await copyRows(client, `${table} (service_id, ${getColumnNames(table).join(', ')})`, chunks);
}

export const STAGING_TABLE_NAMES: readonly StagingTable[] =
  Object.keys(STAGING_TABLES).filter(isStagingTable);

function isStagingTable(name: string): name is StagingTable {
  return name in STAGING_TABLES;
}

const COLUMN_NAMES = new Map<string, readonly string[]>(
  Object.entries(STAGING_TABLES).map(([table, columns]) => [table, Object.keys(columns)]),
);

function getColumnNames(table: StagingTable): readonly string[] {
  return COLUMN_NAMES.get(table) ?? [];
}
