import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../client.ts';
import { type CopyValue, copyRows, encodeCopyRow } from '../../staging/copy-rows.ts';
import { LONG_RUN } from '../../staging/long-run.ts';
import {
  CREATE_INDEXES,
  CREATE_TABLES,
  STAGING_TABLES,
  type StagedRow,
  type StagingTable,
} from './tables.ts';

/** Prepares the transaction for a long run: no time-out of a request's measure, and the staging tables. */
export async function openStaging(db: Db): Promise<void> {
  await sql.raw([...LONG_RUN, CREATE_TABLES].join(';\n')).execute(db);
}

/** Once everything is copied: indexes, and statistics, without which the planner takes the tables for empty. */
export async function closeStaging(db: Db): Promise<void> {
  await sql.raw(CREATE_INDEXES).execute(db);
  await analyzeTables(db, STAGING_TABLE_NAMES);
}

/** A staged row in the form that copyStagedRows sends. */
export function encodeStagedRow<T extends StagingTable>(table: T, row: StagedRow<T>): string {
  const values: Record<string, CopyValue> = row;
  return encodeCopyRow(columnsOf(table).map((column) => values[column] ?? null));
}

export async function copyStagedRows(
  client: pg.ClientBase,
  table: StagingTable,
  chunks: readonly string[],
): Promise<void> {
  await copyRows(client, `${table} (${columnsOf(table).join(', ')})`, chunks);
}

/** Lets the planner know what the tables hold by now. */
export async function analyzeTables(db: Db, tables: readonly string[]): Promise<void> {
  await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
}

export const STAGING_TABLE_NAMES: readonly StagingTable[] =
  Object.keys(STAGING_TABLES).filter(isStagingTable);

function isStagingTable(name: string): name is StagingTable {
  return name in STAGING_TABLES;
}

const COLUMN_NAMES = new Map<string, readonly string[]>(
  Object.entries(STAGING_TABLES).map(([table, columns]) => [table, Object.keys(columns)]),
);

function columnsOf(table: StagingTable): readonly string[] {
  return COLUMN_NAMES.get(table) ?? [];
}
