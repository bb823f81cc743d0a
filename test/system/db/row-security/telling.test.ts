import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, createPool, type Db } from '../../../../src/db/client.ts';
import { pipelineWithNext, runPipelined } from '../../../../src/db/statements/run-pipelined.ts';
import {
  acrossServices,
  runInWorkScope,
  WorkScope,
  withinService,
} from '../../../../src/runtime/work-scope.ts';
import { fillAnyhow } from '../../../support/data/fill-anyhow.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  type Bouncer,
  findPgbouncer,
  startPgbouncer,
} from '../../../support/database/pgbouncer.ts';
import { servedUrlOf } from '../../../support/database/served-url.ts';
import { CONNECT_TIMEOUT_MS } from '../../../support/database/test-pool.ts';

const MINE = 7;
const THEIRS = 8;
const BOTH = [MINE, THEIRS];
const WAYS = ['straight', 'behind pgbouncer'] as const;

const database = useDatabase();
let bouncer: Bouncer | undefined;

beforeAll(async () => {
  for (const table of ['jobs', 'users']) await fillAnyhow(database.db, table, BOTH);
  if (findPgbouncer() !== undefined) bouncer = await startPgbouncer(servedUrlOf(database.url));
});
afterAll(async () => await bouncer?.stop());

type Row = { id: number };

/** No condition, and a value, so that it is a prepared statement. */
function seeing(db: Db, table: 'jobs' | 'users'): CompiledQuery<Row> {
  return sql<Row>`
    select service_id as id from ${sql.table(table)} where ${1}::integer > 0 order by 1`.compile(
    db,
  );
}

async function see(db: Db, table: 'jobs' | 'users' = 'users'): Promise<number[]> {
  const { rows } = await db.executeQuery(seeing(db, table));
  return rows.map((row) => row.id);
}

describe.each(WAYS)('the one connection of a pool, %s', (way) => {
  const isThere = way === 'straight' || findPgbouncer() !== undefined;
  let db: Db;
  beforeAll(() => {
    const pool = createPool({
      connectionString:
        (way === 'straight' ? undefined : bouncer?.url) ?? servedUrlOf(database.url),
      poolSize: 1,
      namedStatements: way === 'straight',
      statementTimeoutMs: 30_000,
      lockTimeoutMs: 10_000,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      onIdleError: () => undefined,
    });
    db = createDb(pool);
  });
  afterAll(async () => await db.destroy());

  it.skipIf(!isThere)('forgets with each statement whose rows it was told', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      expect(await withinService(MINE, async () => await see(db))).toEqual([MINE]);
      expect(await see(db)).toEqual([]);
      expect(await withinService(THEIRS, async () => await see(db))).toEqual([THEIRS]);
      expect(await acrossServices(async () => await see(db, 'jobs'))).toEqual(BOTH);
      expect(await withinService(MINE, async () => await see(db, 'jobs'))).toEqual([MINE]);
    }
  });

  it.skipIf(!isThere)('forgets it with a transaction, however that ends', async () => {
    const failing = sql`select 1 / ${0}::integer`;
    const insideOf = async (serviceId: number, end: 'commit' | 'fail') =>
      await withinService(
        serviceId,
        async () =>
          await db.transaction().execute(async (tx) => {
            const seen = [await see(tx), await see(tx)];
            if (end === 'fail') await failing.execute(tx);
            return seen;
          }),
      );
    expect(await insideOf(MINE, 'commit')).toEqual([[MINE], [MINE]]);
    expect(await see(db)).toEqual([]);
    await expect(insideOf(THEIRS, 'fail')).rejects.toThrow('division by zero');
    expect(await see(db)).toEqual([]);
    expect(await insideOf(MINE, 'commit')).toEqual([[MINE], [MINE]]);
  });

  it.skipIf(!isThere)('follows who asks within one transaction, and one batch', async () => {
    const seen = await withinService(
      MINE,
      async () =>
        await db
          .transaction()
          .execute(async (tx) => [
            await see(tx),
            await withinService(THEIRS, async () => await see(tx)),
            await acrossServices(async () => await see(tx, 'jobs')),
            await acrossServices(async () => await see(tx)),
            await see(tx),
            await runInWorkScope(undefined, async () => await see(tx)),
          ]),
    );
    expect(seen).toEqual([[MINE], [THEIRS], BOTH, [], [MINE], []]);
    const together = await runPipelined(db, async (run) => {
      const statement = seeing(db, 'users');
      return await Promise.all([
        withinService(MINE, async () => await run(statement)),
        run(statement),
        withinService(THEIRS, async () => await run(statement)),
      ]);
    });
    expect(together.map((rows) => rows.map((row) => row.id))).toEqual([[MINE], [], [THEIRS]]);
  });

  it.skipIf(!isThere)('tells it of what is put off too, and of what has no values', async () => {
    const seen = await withinService(
      MINE,
      async () =>
        await db.transaction().execute(async (tx) => {
          let later: number[] = [];
          await withinService(
            THEIRS,
            async () =>
              await pipelineWithNext(tx, seeing(tx, 'users'), (rows) => {
                later = rows.map((row) => row.id);
              }),
          );
          const { rows } = await sql<Row>`select service_id as id from users`.execute(tx);
          return { later, now: rows.map((row) => row.id) };
        }),
    );
    expect(seen).toEqual({ later: [THEIRS], now: [MINE] });
    const plain = sql<Row>`select service_id as id from users`;
    expect((await withinService(THEIRS, async () => await plain.execute(db))).rows).toEqual([
      { id: THEIRS },
    ]);
    expect((await plain.execute(db)).rows).toEqual([]);
  });

  it.skipIf(!isThere)('goes on after a statement that failed by itself', async () => {
    const work = db.connection().execute(
      async (own) =>
        await withinService(MINE, async () => {
          const failed = sql`select 1 / ${0}::integer`.execute(own);
          await expect(failed).rejects.toThrow('division by zero');
          return await see(own);
        }),
    );
    expect(await work).toEqual([MINE]);
  });

  it.skipIf(!isThere)(
    'takes the service of a request or a job, until it is said otherwise',
    async () => {
      const record = new WorkScope();
      const inRequest = async (work: () => Promise<number[]>) => await runInWorkScope(record, work);
      expect(await inRequest(async () => await see(db))).toEqual([]);
      record.serviceId = MINE;
      expect(await inRequest(async () => await see(db))).toEqual([MINE]);
      const other = async () => await withinService(THEIRS, async () => await see(db));
      expect(await inRequest(other)).toEqual([THEIRS]);
      // What begins within it as work of its own is not held to what was said before.
      const own = async () => await inRequest(async () => await see(db));
      expect(await withinService(THEIRS, own)).toEqual([MINE]);
    },
  );
});
