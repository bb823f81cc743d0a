import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { findSafeSince, listBreakingMigrations } from '../../../support/database/safe-since.ts';
import { findBreakingCommands } from '../../../support/probes/statements/breaking-commands.ts';

beforeAll(async () => await loadModule());

describe('a migration', () => {
  it('that takes something away says since which commit nothing needs it', async () => {
    const breaking = await listBreakingMigrations();
    expect(breaking.filter(({ safeSince }) => safeSince === undefined)).toEqual([]);
  });

  it('that took something away before is found', async () => {
    const names = (await listBreakingMigrations('0001')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['0015-jobs', '0042-lists-again']));
    expect(names).not.toContain('0044-four-eyes-off');
  });

  it.each([
    ['// Safe since 9f31fc07: nothing reads the table jobs.', '9f31fc07'],
    ['/** Jobs. */\n// Safe since 9f31fc07: the values of before are allowed.', '9f31fc07'],
    ['// Safe since today: nothing reads it.', undefined],
    ['// Safe since 9f31fc07', undefined],
  ])('names a commit and a reason: %s', (source, expected) => {
    expect(findSafeSince(source)).toBe(expected);
  });
});

describe('older code', () => {
  it.each([
    'create table a (b integer not null, constraint a_pkey primary key (b))',
    'alter table a add column b jsonb',
    "alter table a add column b text not null default ''",
    'alter table a alter column b drop not null',
    'alter table a alter column b set default 1',
    'alter table a validate constraint b',
    'create index a_b on a (b)',
    'create function f() returns int language sql as $$ select 1 $$',
  ])('serves after: %s', (statement) => {
    expect(findBreakingCommands([statement])).toEqual([]);
  });

  it.each([
    'drop table a',
    'drop index a_b',
    'drop function f()',
    'alter table a rename to b',
    'alter table a rename column b to c',
    'alter table a drop column b',
    'alter table a drop constraint b',
    'alter table a alter column b type integer',
    'alter table a alter column b set not null',
    'alter table a alter column b drop default',
    'alter table a add column b text not null',
    'alter table a add column b text generated always as (lower(c)) stored',
    'alter table a add column b text, drop column c',
    "alter table a add constraint a_b check (b in ('x'))",
    'alter table a add constraint a_b foreign key (b) references c (d)',
    'create unique index a_b on a (b)',
    'create or replace function f() returns int language sql as $$ select 2 $$',
    'create trigger a_b before insert on a execute function f()',
    'delete from a',
    'update a set b = 1',
    'truncate a',
    'do $$ begin drop table a; end $$',
  ])('may fail after: %s', (statement) => {
    expect(findBreakingCommands([statement])).toEqual([statement]);
  });

  it('is not bound by what a migration asks of its own tables and columns', () => {
    const statements = [
      'create table a (b integer)',
      'create unique index a_b on a (b)',
      'alter table a add constraint a_c check (b > 0)',
      'alter table c add column d integer, add column e integer',
      'alter table c add constraint c_d check (d > e)',
    ];
    expect(findBreakingCommands(statements)).toEqual([]);
    const mixed = 'alter table c add constraint c_f check (d > f)';
    expect(findBreakingCommands([...statements, mixed])).toEqual([mixed]);
  });
});
