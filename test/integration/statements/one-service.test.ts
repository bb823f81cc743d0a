import { existsSync, readFileSync } from 'node:fs';
import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { REFERENCE_TABLES, TENANT_TABLES } from '../../../src/db/cluster/spread-tables.ts';
import { useDatabase } from '../../support/database/database.ts';
import { ACCEPTED } from '../../support/probes/statements/accepted-statements.ts';
import { findFaults } from '../../support/probes/statements/statement-faults.ts';

const database = useDatabase();

beforeAll(async () => {
  await loadModule();
});

const TAKEN = [
  'select 1 from businesses where service_id = $1 and id = 3',
  'select 1 from businesses b left join users u on u.service_id = b.service_id where b.service_id = $1::integer',
  'select 1 from unnest($2::bigint[]) a (id) join businesses b on b.service_id = $1 and b.id = a.id',
  'select name from services where name = $1',
  'with recent as (select id from businesses where service_id = $1) select id from recent',
  'insert into users (service_id, id, email) select $1::integer, id, email from unnest($2::bigint[]) u (id)',
  'insert into documents (service_id) select p.service_id from participants p where p.service_id = $1',
  `insert into idempotency_keys (service_id) values ($1) on conflict (service_id) do update set
    created_at = excluded.created_at
    where (idempotency_keys.created_at at time zone 'UTC') < (excluded.created_at at time zone 'UTC') - interval '1 day'`,
  'insert into users (service_id, id) select $1::integer, 1 union select $1::integer, 2',
  'update users set updated_at = now() where service_id = $1',
  'insert into users as added (service_id, id) select $1::integer, unnest($2::int[]) returning added.id',
  'insert into users (service_id, id) values ($1, $2) returning id',
  `select 1 from participants p where p.service_id = $1
    and exists (select from documents d where d.service_id = $1 and d.participant_id = p.id)`,
];

const REFUSED: [fault: string, statement: string][] = [
  ['no constant service_id on businesses', 'select 1 from businesses where id = $1'],
  [
    'no constant service_id on businesses',
    'select 1 from businesses where service_id = (select $1::integer)',
  ],
  ['no constant service_id on businesses', 'select 1 from businesses where service_id = any($1)'],
  [
    'no constant service_id on businesses',
    'select 1 from businesses where service_id = $1 or id = 2',
  ],
  [
    'no constant service_id on businesses',
    'select 1 from unnest($1::int[], $2::int[]) a (s, id) join businesses b on b.service_id = a.s',
  ],
  [
    'no constant service_id on documents',
    `select 1 from participants p where p.service_id = $1
      and exists (select from documents d where d.service_id = p.service_id)`,
  ],
  [
    'no constant service_id on users',
    'with gone as (delete from users where id = $1 returning id) select id from gone',
  ],
  [
    'no constant service_id for users',
    'insert into users (service_id, id) select s, id from unnest($1, $2) u (s, id)',
  ],
  [
    'no constant service_id on jobs',
    'select id from jobs where due_at <= now() for update skip locked',
  ],
  [
    'no constant service_id on answers',
    'select 1 from users where service_id = $1 union select 1 from answers',
  ],
  ['several commands in one statement', 'select 1; select 2'],
  ['a recursive part', 'with recursive n as (select 1 union all select 2 from n) select * from n'],
  [
    'a function that is not immutable in ON CONFLICT',
    'insert into jobs (service_id) values ($1) on conflict (service_id) do update set due_at = now()',
  ],
  [
    'a function that is not immutable in ON CONFLICT',
    `insert into jobs as j (service_id) values ($1)
      on conflict (service_id) do update set due_at = j.due_at + interval '1 day'`,
  ],
  [
    'a subquery within INSERT',
    'insert into jobs (service_id, id) values ($1, (select max(id) from services))',
  ],
  [
    'a function that is not immutable in RETURNING',
    'update jobs set id = 1 where service_id = $1 returning due_at - now()',
  ],
  [
    'a volatile function in an update',
    'update jobs set due_at = clock_timestamp() where service_id = $1',
  ],
  [
    'a function that is not immutable in CASE or COALESCE of an update',
    'update jobs set due_at = coalesce(due_at, now()) where service_id = $1',
  ],
  [
    'RETURNING of INSERT … SELECT without an alias',
    `with added as (insert into users (service_id, id) select $1::integer, unnest($2::int[]) returning id)
      select id from added`,
  ],
  [
    'an equality with now()',
    'select 1 from users u where u.service_id = $1 and u.updated_at = now()::timestamptz(3)',
  ],
  ['a subscript as a SET value', 'update participants set roles[1] = $2 where service_id = $1'],
];

describe('the reader of statements', () => {
  it.each(TAKEN)('lets through: %s', (statement) => {
    expect(findFaults(statement)).toEqual([]);
  });

  it.each(REFUSED)('finds "%s" in: %s', (fault, statement) => {
    expect(findFaults(statement)).toContain(fault);
  });
});

it('says of every table with services in it how it is spread, each once and after those it refers to', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely_%' order by 1`,
  );
  const spread: string[] = [...REFERENCE_TABLES, ...TENANT_TABLES];
  expect(spread.toSorted()).toEqual(rows.map((row) => row.name));
  const references = await database.pool.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  expect(
    references.rows.filter(({ from, to }) => spread.indexOf(from) < spread.indexOf(to)),
  ).toEqual([]);
});

it('lets through only what is there, each with a reason', () => {
  const gone = Object.entries(ACCEPTED).filter(([sender, reason]) => {
    const [file = '', name] = sender.split(' ');
    if (!existsSync(file) || reason === '') return true;
    return name !== undefined && !readFileSync(file, 'utf8').includes(`function ${name}(`);
  });
  expect(gone).toEqual([]);
});
