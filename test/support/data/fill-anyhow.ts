import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';

/** Arbitrary value of each type, by the name of the type. */
const VALUES: Readonly<Record<string, string>> = {
  bool: 'false',
  bytea: `'\\x00'`,
  date: `'2026-01-01'`,
  float8: '0.5',
  jsonb: `'{}'`,
  numeric: '1',
  text: `'x'`,
  timestamptz: 'now()',
  uuid: 'gen_random_uuid()',
};

/**
 * Inserts a row for each service into a table, with arbitrary values. Drops foreign keys and check constraints first.
 * For tests of row visibility.
 */
export async function fillAnyhow(
  db: Db,
  table: string,
  serviceIds: readonly number[],
): Promise<void> {
  const constraints = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where conrelid = ${table}::regclass and contype in ('c', 'f')`.execute(db);
  for (const { name } of constraints.rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
  const { rows } = await sql<{ name: string; type: string }>`
    select a.attname as name, t.typname as type
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
      and a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attname <> 'service_id'
    order by a.attnum`.execute(db);
  const names = ['service_id', ...rows.map((one) => one.name)].map((name) => sql.ref(name));
  for (const serviceId of serviceIds) {
    const values = [sql.lit(serviceId), ...rows.map(({ type }) => sql.raw(valueOf(type)))];
    await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(
      db,
    );
  }
}

function valueOf(type: string): string {
  if (type.startsWith('_')) return `'{}'`;
  return VALUES[type] ?? '1';
}
