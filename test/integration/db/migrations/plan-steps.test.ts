import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../../../src/db/migrations/index.ts';
import { planSteps } from '../../../../src/db/migrations/plan-steps.ts';
import { recordStatements } from '../../../../src/db/migrations/recorded-statements.ts';
import { splitStatements } from '../../../../src/db/migrations/split-statements.ts';
import { toMigration } from '../../../support/database/migrations.ts';

describe('the commands of a text', () => {
  it('end with semicolons that stand in no text, name, comment or body', () => {
    const body = 'create function f() returns int language plpgsql as $$ begin; return 1; end $$';
    const text = `-- first; here
      select ';''' as "a;b"; /* no; */ ${body};
      create table a (b text -- one;
      );;`;
    expect(splitStatements(text)).toEqual([
      `select ';''' as "a;b"`,
      body,
      'create table a (b text -- one;\n      )',
    ]);
  });

  it('of every migration are known before any is run, and begin with a word of their own', async () => {
    const begin = /^(create|alter|drop|insert|update|delete|comment|do)\b/i;
    for (const [name, migration] of Object.entries(MIGRATIONS)) {
      const statements = await recordStatements(migration);
      const odd = statements.filter((one) => !begin.test(one));
      expect({ name, odd, isEmpty: statements.length === 0 }).toEqual({
        name,
        odd: [],
        isEmpty: false,
      });
    }
  });

  it('may not depend on what the tables hold', async () => {
    const asks = toMigration(['-- Whether\nselect 1']);
    await expect(recordStatements(asks)).rejects.toThrow('reads nothing');
  });
});

describe('the steps of a migration', () => {
  it('tell indexes from the rest, and make them concurrently where tables are large', () => {
    const plain = 'create unique index a_b\n  on a (b) where c';
    const concurrent = 'create unique index concurrently a_b\n  on a (b) where c';
    const step = { kind: 'index', name: 'a_b', table: 'a', statement: plain, concurrent };
    expect(planSteps([plain])).toEqual([step]);
    expect(planSteps([concurrent])).toEqual([step]);
    expect(planSteps(['drop index concurrently a_b', 'drop index a_c'])).toEqual([
      { kind: 'outside', statement: 'drop index concurrently if exists a_b' },
      { kind: 'short', statement: 'drop index a_c' },
    ]);
  });

  it('ask a constraint of new rows first, where the command does nothing else', () => {
    const check = "alter table a add constraint a_b check (b in ('x', 'y'))";
    expect(planSteps([check])).toEqual([
      { kind: 'short', statement: `${check}\nnot valid` },
      { kind: 'short', statement: 'alter table a validate constraint a_b' },
    ]);
    for (const other of [
      `${check} not valid`,
      `${check}, add column c text`,
      'alter table a add constraint a_pkey primary key (b)',
      'alter table a add column c text',
    ])
      expect(planSteps([other])).toEqual([{ kind: 'short', statement: other }]);
  });
});
