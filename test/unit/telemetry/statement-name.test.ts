import { expect, it } from 'vitest';
import { getStatementName } from '../../../src/runtime/instruments/statement-name.ts';

it.each([
  ['select "b"."id" from "businesses" as "b" where "b"."id" = $1', 'select businesses'],
  ['select /* planned anew */ 1 from "participants" where true', 'select participants'],
  ['insert into "jobs" ("task") values ($1)', 'insert jobs'],
  ['update "services" set "name" = $1', 'update services'],
  ['delete from files where service_id = $1', 'delete files'],
  [
    'with due as materialized (select id from jobs where id = $1 for update skip locked) update jobs j set held_by = $2 from due',
    'update jobs',
  ],
  [
    'with wanted as (select * from unnest($1::int[])) select from wanted join persons p on true',
    'select persons',
  ],
  ['select id from services where name = $1 for no key update', 'select services'],
  ['insert into a_b values ($1) on conflict (x) do update set y = excluded.y', 'insert a_b'],
  ['select pg_is_in_recovery()', 'select'],
  ['begin', 'begin'],
  ['COMMIT', 'commit'],
])('%s is called %s', (text, name) => {
  expect(getStatementName(text)).toBe(name);
  // What is asked for again is found.
  expect(getStatementName(text)).toBe(name);
});
