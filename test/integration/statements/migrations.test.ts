import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { loadModule, parseSync } from 'libpg-query';
import { expect, inject, it } from 'vitest';
import { TENANT_TABLES } from '../../../src/db/cluster/spread-tables.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createRecordingDb } from '../../support/database/recording-db.ts';
import { createTestPool } from '../../support/database/test-pool.ts';
import {
  below,
  child,
  has,
  list,
  type Tree,
  text,
} from '../../support/probes/statements/syntax-tree.ts';

const database = useDatabase();

/** Those before it ran when no database could be spread yet. */
const FIRST = '0035';

/** What a database that is spread already refuses of a migration. */
function faultsOf(statement: string): string[] {
  const parsed: Tree = { ...parseSync(statement) };
  const commands = list(parsed, 'stmts');
  if (commands.length > 1) return ['several commands'];
  const faults: string[] = [];
  for (const part of below(commands)) {
    const constraint = child(part, 'Constraint');
    const isRule = /_(CHECK|UNIQUE|PRIMARY|FOREIGN)$/.test(text(constraint, 'contype'));
    if (isRule && !has(constraint, 'conname')) faults.push('a constraint without a name');
    const changes = list(child(part, 'AlterTableStmt'), 'cmds').map((one) =>
      child(one, 'AlterTableCmd'),
    );
    if (changes.length > 1 && changes.some((one) => text(one, 'subtype') === 'AT_AddConstraint'))
      faults.push('a constraint beside other changes');
  }
  return faults;
}

it.each([
  ['several commands', 'create index a on b (c); drop table d'],
  ['a constraint without a name', 'create table a (b integer check (b > 0))'],
  ['a constraint without a name', 'alter table a add foreign key (b) references c (d)'],
  [
    'a constraint beside other changes',
    'alter table a add column b integer, add constraint c check (b > 0)',
  ],
])('a migration with %s is found: %s', async (fault, statement) => {
  await loadModule();
  expect(faultsOf(statement)).toContain(fault);
});

it('migrations that a spread database may see have one command a statement and name what they constrain', async () => {
  await loadModule();
  const empty = `empty_${randomUUID().replaceAll('-', '')}`;
  await sql`create database ${sql.ref(empty)} template template0`.execute(database.db);
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${empty}`;
  const { db, statements } = createRecordingDb(createTestPool(url.href));
  const found: [migration: string, fault: string][] = [];
  let looked = 0;
  for (const [name, migration] of Object.entries(MIGRATIONS)) {
    statements.length = 0;
    await migration.up(db);
    if (name < FIRST) continue;
    looked += statements.length;
    for (const statement of statements)
      for (const fault of faultsOf(statement)) found.push([name, fault]);
  }
  await db.destroy();
  await sql`drop database ${sql.ref(empty)}`.execute(database.db);
  expect(found).toEqual([]);
  expect(looked).toBeGreaterThan(0);
});

it('no unique key of a table that is spread reaches over several services', async () => {
  const { rows } = await database.pool.query(
    `select i.indexrelid::regclass::text as key from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where i.indisunique and a.attname <> 'service_id' and i.indrelid::regclass::text = any($1)`,
    [TENANT_TABLES],
  );
  expect(rows).toEqual([]);
});
