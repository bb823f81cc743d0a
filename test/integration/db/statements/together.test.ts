import { CompiledQuery, sql } from 'kysely';
import { DatabaseError } from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pipelineWithNext, runPipelined } from '../../../../src/db/statements/run-pipelined.ts';
import { runInTransaction } from '../../../../src/db/transaction.ts';
import { StatementBatch } from '../../../../src/db/wire/statement-batch.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { untilWaiting } from '../../../support/probes/locks.ts';

const database = useDatabase();

beforeAll(async () => {
  await database.pool.query('create table notes (note text primary key)');
});
beforeEach(async () => {
  await database.pool.query('truncate notes');
});

/** One with values is a named prepared statement. */
function statement<Row>(text: string, ...values: unknown[]): CompiledQuery<Row> {
  return { ...CompiledQuery.raw(text, values) };
}

function insert(note: unknown): CompiledQuery {
  return statement('insert into notes values ($1)', note);
}

/** A value that no statement can be sent with. */
function circular(): object {
  const value: { self?: object } = {};
  value.self = value;
  return value;
}

const SELECT = statement<{ note: string }>('select note from notes order by note');

async function notes(): Promise<string[]> {
  const { rows } = await database.db.executeQuery(SELECT);
  return rows.map((row) => row.note);
}

function returning(note: string): CompiledQuery<{ note: string }> {
  return statement('insert into notes values ($1) returning note', note);
}

describe('a statement that is put off', () => {
  it('tells its rows by the end of the transaction, and nothing where that fails', async () => {
    const told: { note: string }[][] = [];
    const take = (rows: { note: string }[]): void => void told.push(rows);
    await runInTransaction(
      database.db,
      async (db) => await pipelineWithNext(db, returning('one'), take),
    );
    expect(told).toEqual([[{ note: 'one' }]]);
    const twice = runInTransaction(
      database.db,
      async (db) => await pipelineWithNext(db, returning('one'), take),
    );
    await expect(twice).rejects.toThrow(DatabaseError);
    expect(told).toHaveLength(1);
    await pipelineWithNext(database.db, returning('two'), take);
    expect(told.at(-1)).toEqual([{ note: 'two' }]);
  });
});

describe('statements that go out together', () => {
  it('are answered each its own rows, and see what those before them did', async () => {
    const answers = await runPipelined(
      database.db,
      async (run) =>
        await Promise.all([
          run(SELECT),
          run(insert('one')),
          run(SELECT),
          run(insert('two')),
          run(statement('select $1::text as note', 'three')),
          run(SELECT),
        ]),
    );
    const [one, two, three] = [{ note: 'one' }, { note: 'two' }, { note: 'three' }];
    expect(answers).toEqual([[], [], [one], [], [three], [one, two]]);
  });

  it('are none of them done behind one that fails, which is what all of them fail with', async () => {
    const failed = runPipelined(
      database.db,
      async (run) =>
        await Promise.allSettled([
          run(insert('one')),
          run(statement('select 1 / $1::integer', 0)),
          run(statement('insert into notes select $1 || $2', 'never', 'run')),
        ]),
    );
    const byZero = { status: 'rejected', reason: { code: '22012' } };
    expect(await failed).toMatchObject([byZero, byZero, byZero]);
    expect(await notes()).toEqual([]);
    // The last one was not parsed, which the connection must know.
    for (let turn = 0; turn < 8; turn += 1) {
      await database.db.executeQuery(
        statement('insert into notes select $1 || $2', 'note ', String(turn)),
      );
    }
    expect(await notes()).toHaveLength(8);
  });

  it('fail where a value cannot be sent, and leave the connection as it was', async () => {
    const work = runInTransaction(database.db, async (tx) => {
      await pipelineWithNext(tx, insert('one'));
      await tx.executeQuery(insert(circular()));
    });
    await expect(work).rejects.toThrow('circular');
    await database.db.executeQuery(insert('two'));
    expect(await notes()).toEqual(['two']);
  });

  it('fail where the server is ready before it has answered all of them', async () => {
    const statements = [{ statement: { name: '', text: 'commit', shape: undefined }, values: [] }];
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    new StatementBatch(statements, resolve).handleReadyForQuery();
    expect(await promise).toBeInstanceOf(Error);
  });

  it('read what the holder of a row did that they waited for', async () => {
    await database.db.executeQuery(insert('held'));
    const client = await database.pool.connect();
    await client.query("begin; update notes set note = 'changed'");
    const reading = runInTransaction(
      database.db,
      async (tx) =>
        await runPipelined(
          tx,
          async (run) => await Promise.all([run(statement('lock table notes')), run(SELECT)]),
        ),
    );
    await untilWaiting(database.db);
    await client.query('commit');
    client.release();
    expect(await reading).toEqual([[], [{ note: 'changed' }]]);
  });
});

describe('a statement by itself', () => {
  it('whose value cannot be sent runs with another on the same connection', async () => {
    await database.db.connection().execute(async (db) => {
      await expect(db.executeQuery(insert(circular()))).rejects.toThrow('circular');
      await db.executeQuery(insert('one'));
      await expect(db.executeQuery(insert(circular()))).rejects.toThrow('circular');
      await db.executeQuery(insert('two'));
    });
    expect(await notes()).toEqual(['one', 'two']);
  });
});

describe('a statement that is put off', () => {
  it('is done before the next one, and in any case with the commit', async () => {
    await runInTransaction(database.db, async (tx) => {
      await pipelineWithNext(tx, insert('one'));
      expect((await tx.executeQuery(SELECT)).rows).toEqual([{ note: 'one' }]);
      await pipelineWithNext(tx, insert('two'));
      await pipelineWithNext(tx, insert('three'));
    });
    expect(await notes()).toEqual(['one', 'three', 'two']);
  });

  it('undoes everything where it fails, and the transaction fails with its error', async () => {
    const work = runInTransaction(database.db, async (tx) => {
      await tx.executeQuery(insert('one'));
      await pipelineWithNext(tx, statement('select 1 / $1::integer', 0));
      await pipelineWithNext(tx, insert('two'));
    });
    await expect(work).rejects.toMatchObject({ code: '22012' });
    expect(await notes()).toEqual([]);
  });

  it('is never sent where the transaction is left before', async () => {
    const work = runInTransaction(database.db, async (tx) => {
      await pipelineWithNext(tx, insert('one'));
      throw new Error('left');
    });
    await expect(work).rejects.toThrow('left');
    expect(await notes()).toEqual([]);
  });

  it('runs at once where there is no transaction', async () => {
    await pipelineWithNext(database.db, insert('one'));
    expect(await notes()).toEqual(['one']);
  });

  it('runs again with its transaction where another was in the way', async () => {
    let attempts = 0;
    await runInTransaction(database.db, async (tx) => {
      attempts += 1;
      if (attempts === 1) await database.db.executeQuery(insert('one'));
      await pipelineWithNext(tx, insert(attempts === 1 ? 'one' : 'two'));
    });
    expect(attempts).toBe(2);
    expect(await notes()).toEqual(['one', 'two']);
  });
});

describe('a transaction without a statement', () => {
  it('commits, and rolls back', async () => {
    await expect(runInTransaction(database.db, async () => await Promise.resolve(1))).resolves.toBe(
      1,
    );
    const left = runInTransaction(database.db, async () => await Promise.reject(new Error('left')));
    await expect(left).rejects.toThrow('left');
  });
});

describe('a transaction that could not begin', () => {
  it('does nothing, though the first failure was swallowed', async () => {
    // PostgreSQL has no such level, so the BEGIN itself fails.
    const work = database.db
      .transaction()
      .setIsolationLevel('snapshot')
      .execute(async (tx) => {
        await tx.executeQuery(insert('one')).catch(() => undefined);
        await tx.executeQuery(insert('two')).catch(() => undefined);
        await pipelineWithNext(tx, insert('three'));
      });
    await expect(work).rejects.toMatchObject({ code: '42601' });
    expect(await notes()).toEqual([]);
    await database.db.executeQuery(insert('four'));
    expect(await notes()).toEqual(['four']);
  });
});

describe('a transaction that ends while statements of it wait for their turn', () => {
  it('does none of them behind its rollback', async () => {
    for (const fails of [insert('one'), statement('select 1 / $1::integer', 0)]) {
      let asked: Promise<unknown>[] = [];
      const work = runInTransaction(database.db, async (tx) => {
        await tx.executeQuery(insert('one'));
        asked = [
          tx.executeQuery(fails),
          ...['two', 'three', 'four'].map(async (note) => await tx.executeQuery(insert(note))),
          ...['five', 'six'].map(async (note) => await pipelineWithNext(tx, insert(note))),
          tx.executeQuery(insert('seven')),
        ];
        await Promise.all(asked);
      });
      await expect(work).rejects.toBeInstanceOf(DatabaseError);
      await Promise.allSettled(asked);
      expect(await notes()).toEqual([]);
    }
  });

  it('leaves the connection to the next', async () => {
    await database.db.connection().execute(async (db) => {
      const left = runInTransaction(db, async () => await Promise.reject(new Error('left')));
      await expect(left).rejects.toThrow('left');
      await runInTransaction(db, async (tx) => await pipelineWithNext(tx, insert('one')));
    });
    expect(await notes()).toEqual(['one']);
  });
});

describe('the names of statements', () => {
  it('are bounded for a connection, and statements past the bound run all the same', async () => {
    await database.db.connection().execute(async (db) => {
      for (let turn = 0; turn < 250; turn += 1) {
        const { rows } = await db.executeQuery(statement(`select $1::integer + ${turn} as sum`, 1));
        expect(rows).toEqual([{ sum: turn + 1 }]);
      }
      const named = sql<{ count: number }>`select count(*) as count from pg_prepared_statements`;
      const { rows } = await named.execute(db);
      expect(rows).toEqual([{ count: 200 }]);
    });
  });
});
