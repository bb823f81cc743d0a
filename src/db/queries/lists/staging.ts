import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../client.ts';
import { analyzeTables } from '../../staging/analyze-tables.ts';
import { type CopyValue, copyRows, encodeCopyRow } from '../../staging/copy-rows.ts';
import { REMOVE_TIMEOUTS } from '../../staging/remove-timeouts.ts';

/** Temporary tables that the entries of a list are copied into; `record` is the position of an entry in its file. */
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

/** Prepares the transaction for a long run and creates the temporary tables, which are dropped at its end. */
export async function openListStaging(db: Db): Promise<void> {
  const settings = [
    ...REMOVE_TIMEOUTS,
    // The GIN index over the names' keys is updated once at the end instead of in small batches.
    "set local work_mem = '256MB'",
    "set local gin_pending_list_limit = '256MB'",
  ];
  const tables = STAGED_TABLES.map((name) => {
    const columns = Object.entries(STAGED[name]).map(([column, type]) => `${column} ${type}`);
    return `create temporary table ${name} (${columns.join(', ')}) on commit drop`;
  });
  // Ids are in a separate table, because updating the staged entries would rewrite all of them.
  const added =
    'create temporary table staged_new (record integer not null, entry_id bigint not null) on commit drop';
  for (const statement of [...settings, ...tables, added]) await sql.raw(statement).execute(db);
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
