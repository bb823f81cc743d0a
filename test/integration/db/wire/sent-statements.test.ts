import { CompiledQuery } from 'kysely';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../../../../src/db/client.ts';
import { runPipelined } from '../../../../src/db/statements/run-pipelined.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createTestPool } from '../../../support/database/test-pool.ts';
import { untilWaiting } from '../../../support/probes/locks.ts';

const database = useDatabase();

beforeAll(async () => {
  await database.pool.query('create table things (id integer primary key, value integer)');
});
beforeEach(async () => {
  await database.pool.query('truncate things');
  await database.pool.query('insert into things values (1, 7), (2, null)');
});

async function run(db: Db, text: string, ...values: unknown[]): Promise<unknown[]> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
  return rows;
}

const SELECT = 'select value from things where id = $1';

it('a server compiles nothing for the statements of a connection, whatever its settings are', async () => {
  await withPool(async (_pool, db) => {
    // The first may be asked before the connection knows that no pooler stands between.
    for (let turn = 0; turn < 2; turn += 1) await run(db, SELECT, 1);
    expect(await run(db, 'show jit')).toEqual([{ jit: 'off' }]);
  });
});

describe('the columns of a statement', () => {
  it('are described once on a connection, whatever it finds', async () => {
    let described = 0;
    await withPool(async (pool, db) => {
      pool.on('connect', ({ connection }) => {
        connection.on('rowDescription', () => (described += 1));
      });
      // At first the connection does not know yet whether a pooler stands between.
      for (let turn = 0; turn < 2; turn += 1) await run(db, SELECT, 3);
      const before = described;
      expect(await run(db, SELECT, 1)).toEqual([{ value: 7 }]);
      expect(await run(db, SELECT, 2)).toEqual([{ value: null }]);
      expect(await run(db, SELECT, 3)).toEqual([]);
      expect(described).toBe(before);
    });
  });

  it('are none where it has none, the first time and later', async () => {
    await database.db.connection().execute(async (db) => {
      for (const id of [3, 4, 5])
        expect(await run(db, 'insert into things values ($1, $1)', id)).toEqual([]);
      const { numAffectedRows, rows } = await db.executeQuery(
        CompiledQuery.raw('delete from things where id > $1', [2]),
      );
      expect({ numAffectedRows, rows }).toEqual({ numAffectedRows: 3n, rows: [] });
      for (const id of [1, 2])
        expect(await run(db, 'select from things where id = $1', id)).toEqual([{}]);
    });
  });

  it('that change while the process runs fail a statement once, which then reads them as they are', async () => {
    await withPool(async (_pool, db) => {
      for (const id of [1, 2]) await run(db, SELECT, id);
      await database.pool.query("alter table things alter value type text using value || ' up'");
      await expect(run(db, SELECT, 1)).rejects.toMatchObject({ code: '0A000' });
      for (let turn = 0; turn < 2; turn += 1)
        expect(await run(db, SELECT, 1)).toEqual([{ value: '7 up' }]);
      await database.pool.query(
        'alter table things add more integer, alter value type integer using 8',
      );
      await expect(run(db, SELECT, 1)).rejects.toMatchObject({ code: '0A000' });
      expect(await run(db, SELECT, 1)).toEqual([{ value: 8 }]);
      await database.pool.query('alter table things drop more');
    });
  });

  it('that change between statements of a transaction fail it', async () => {
    await withPool(async (_pool, db) => {
      for (const id of [1, 2]) await run(db, SELECT, id);
      const work = db.transaction().execute(async (tx) => {
        await run(tx, 'alter table things alter value type text');
        return await run(tx, SELECT, 1);
      });
      await expect(work).rejects.toMatchObject({ code: '0A000' });
      expect(await run(db, SELECT, 1)).toEqual([{ value: 7 }]);
    });
  });

  it('of a statement that the server has forgotten are asked for again after one failure', async () => {
    await withPool(async (_pool, db) => {
      for (const id of [1, 2]) await run(db, SELECT, id);
      await run(db, 'discard all');
      await expect(run(db, SELECT, 1)).rejects.toMatchObject({ code: '26000' });
      expect(await run(db, SELECT, 1)).toEqual([{ value: 7 }]);
    });
  });

  it('are described each time where a pooler stands between, which may change servers', async () => {
    await withPool(async (pool, db) => {
      // A pooler tells a number of its own, and has what was prepared prepared again elsewhere.
      pool.on('connect', (client) => Object.assign(client, { processID: 1 }));
      for (const id of [1, 2, 1]) await run(db, SELECT, id);
      await run(db, "deallocate s2; prepare s2 (integer) as select 'seven' as other, $1 as id");
      expect(await run(db, SELECT, 1)).toEqual([{ other: 'seven', id: 1 }]);
    });
  });
});

describe('the values of a statement', () => {
  const TYPES = [
    'text',
    'bytea',
    'integer[]',
    'text[]',
    'jsonb',
    'timestamptz',
    'float8',
    'boolean',
  ];
  const SELECT_ALL = `select ${TYPES.map((type, place) => `$${place + 1}::${type} as "${type}"`).join(', ')}`;
  const TEXTS = ['', 'ñandú 𝄞 "q" \\ \' {}', 'x'.repeat(300_000), 'é'.repeat(700)];
  const plain = { client: new Client() };
  beforeAll(async () => {
    plain.client = new Client({ connectionString: database.url });
    await plain.client.connect();
  });
  afterAll(async () => await plain.client.end());

  it.each([
    TEXTS.map((text, place) => [
      text,
      Buffer.from(text),
      [place, null],
      TEXTS.map((one) => one.slice(0, 50)),
      { text, nested: [text, null] },
      new Date(Date.UTC(1900 + place * 50, 5, 1, 2, 3, 4, 567)),
      place / 3,
      place % 2 === 0,
    ]),
    [TYPES.map(() => null), TYPES.map(() => undefined)],
  ])('come to the server as pg itself sends them', async (...rows) => {
    for (const values of rows) {
      const expected = await plain.client.query<object>(SELECT_ALL, values);
      // The first describes it, and the second does not.
      for (let turn = 0; turn < 2; turn += 1)
        expect(await run(database.db, SELECT_ALL, ...values)).toEqual(expected.rows);
    }
  });

  it('are refused by number as by the server, and the connection runs on', async () => {
    await database.db.connection().execute(async (db) => {
      await expect(run(db, SELECT, 1, 2)).rejects.toMatchObject({ code: '08P01' });
      await expect(run(db, SELECT, 'one')).rejects.toMatchObject({ code: '22P02' });
      await expect(run(db, SELECT, 'a\0b')).rejects.toMatchObject({ code: '22021' });
      expect(await run(db, SELECT, 1)).toEqual([{ value: 7 }]);
    });
  });
});

describe('a statement that goes wrong', () => {
  it('fails where a value that came cannot be read, and the connection runs on', async () => {
    await database.db.connection().execute(async (db) => {
      const text = 'select $1::bigint as count from generate_series(1, 3)';
      for (let turn = 0; turn < 2; turn += 1)
        await expect(run(db, text, '9007199254740993')).rejects.toThrow('safe integer');
      expect(await run(db, text, '5')).toEqual([5, 5, 5].map((count) => ({ count })));
    });
  });

  it('fails where it would copy in among others, and is done where it copies out', async () => {
    await withPool(async (_pool, db) => {
      for (const copy of ['copy things from stdin', 'copy things to stdout'])
        for (const texts of [
          [copy, 'select 1'],
          ['select 1', copy],
        ]) {
          const states = await runPipelined(
            db,
            async (one) =>
              await Promise.allSettled(texts.map((text) => one(CompiledQuery.raw(text)))),
          );
          const status = copy.includes('stdin') ? 'rejected' : 'fulfilled';
          expect(states).toMatchObject([{ status }, { status }]);
          // As many answers as questions have come.
          for (const id of [1, 2, 3]) await run(db, SELECT, id);
          expect(await run(db, SELECT, 1)).toEqual([{ value: 7 }]);
        }
    });
  });

  it('fails where its connection ends while it runs, and the next has another', async () => {
    await withPool(async (pool, db) => {
      const client = await database.pool.connect();
      await client.query('begin; lock table things');
      const waiting = run(db, SELECT, 1).catch((error: unknown) => error);
      await untilWaiting(database.db);
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'",
      );
      expect(await waiting).toBeInstanceOf(Error);
      await client.query('rollback');
      client.release();
      expect(await run(db, SELECT, 1)).toEqual([{ value: 7 }]);
      expect(pool.totalCount).toBe(1);
    });
  });
});

/** A pool of its own, so that all it runs one after the other runs on one connection. */
async function withPool(work: (pool: Pool, db: Db) => Promise<void>): Promise<void> {
  const pool = createTestPool(database.url);
  const db = createDb(pool);
  try {
    await work(pool, db);
  } finally {
    await db.destroy();
  }
}
