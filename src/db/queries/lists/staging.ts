import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../client.ts';
import { isCluster } from '../../cluster/distribute.ts';
import { analyzeTables } from '../../staging/analyze-tables.ts';
import { type CopyValue, copyRows, encodeCopyRow } from '../../staging/copy-rows.ts';
import { REMOVE_TIMEOUTS } from '../../staging/remove-timeouts.ts';

/** Tables that the entries of a list are copied into; `record` is the position of an entry in its file. */
const STAGED = {
  staged_entries: {
    record: 'integer not null',
    entry_key: 'text not null',
    content_hash: 'bytea not null',
    matter_hash: 'bytea not null',
    party_type: 'text not null',
    name: 'text not null',
    status: 'text',
    programs: 'text[] not null',
    birth_dates: 'text[] not null',
    countries: 'text[] not null',
    details: 'jsonb not null',
  },
  staged_names: {
    record: 'integer not null',
    position: 'smallint not null',
    name: 'text not null',
    kind: 'text not null',
  },
  staged_identifiers: {
    record: 'integer not null',
    position: 'smallint not null',
    kind: 'text not null',
    value: 'text not null',
    country: 'text',
  },
} as const;

export type StagedTable = keyof typeof STAGED;
export type StagedListRow<T extends StagedTable> = Record<keyof (typeof STAGED)[T], CopyValue>;

export const STAGED_TABLES: readonly StagedTable[] = [
  'staged_entries',
  'staged_names',
  'staged_identifiers',
];

const SETTINGS = [
  ...REMOVE_TIMEOUTS,
  // The GIN index over the names' keys is updated once at the end instead of in small batches.
  "set local work_mem = '256MB'",
  "set local gin_pending_list_limit = '256MB'",
];

const DEFINITIONS: ReadonlyMap<string, string> = new Map([
  ...STAGED_TABLES.map((name): [string, string] => {
    const columns = Object.entries(STAGED[name]).map(([column, type]) => `${column} ${type}`);
    return [name, columns.join(', ')];
  }),
  // Ids are in a separate table, because updating the staged entries would rewrite all of them.
  ['staged_new', 'record integer not null, entry_id bigint not null'],
]);

/**
 * Prepares the transaction for a long run and creates the tables: temporary ones, or on a cluster reference tables,
 * because its lists are reference tables, which cannot be joined with temporary ones. `closeListStaging` drops them.
 */
export async function openListStaging(db: Db): Promise<void> {
  for (const setting of SETTINGS) await sql.raw(setting).execute(db);
  if (await isCluster(db)) await createReferenceTables(db);
  else
    for (const [name, columns] of DEFINITIONS)
      await sql.raw(`create temporary table ${name} (${columns}) on commit drop`).execute(db);
}

/** Another transaction that loads a list waits here until this one ends: both create tables of the same names. */
async function createReferenceTables(db: Db): Promise<void> {
  // Otherwise the coordinator would write its own copy within this connection, and could no longer copy in parallel.
  await sql`set local citus.enable_local_execution to off`.execute(db);
  for (const [name, columns] of DEFINITIONS) {
    await sql.raw(`create unlogged table ${name} (${columns})`).execute(db);
    await sql`select create_reference_table(${sql.lit(name)})`.execute(db);
  }
}

/** Drops the tables of a cluster before the commit; temporary ones are dropped by it. */
export async function closeListStaging(db: Db): Promise<void> {
  if (!(await isCluster(db))) return;
  for (const name of DEFINITIONS.keys()) await sql`drop table ${sql.table(name)}`.execute(db);
}

/** Creates an index and planner statistics after all rows are copied. */
export async function indexListStaging(db: Db): Promise<void> {
  const statements = [
    'create index on staged_entries (entry_key, content_hash)',
    'create index on staged_names (record)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  await analyzeTables(db, STAGED_TABLES);
}

export function encodeStagedListRow<T extends StagedTable>(
  table: T,
  row: StagedListRow<T>,
): string {
  const values: Record<string, CopyValue> = row;
  return encodeCopyRow(Object.keys(STAGED[table]).map((column) => values[column] ?? null));
}

export async function copyStagedList(
  client: pg.ClientBase,
  table: StagedTable,
  chunks: readonly string[],
): Promise<void> {
  await copyRows(client, `${table} (${Object.keys(STAGED[table]).join(', ')})`, chunks);
}
