import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createDownloader } from '../../../../src/adapters/downloads/downloader.ts';
import { createListRoutines } from '../../../../src/cli/process/create-list-routines.ts';
import { createRoutines } from '../../../../src/cli/process/create-routines.ts';
import { loadConfig } from '../../../../src/config/config.ts';
import { createDb } from '../../../../src/db/client.ts';
import { listFetches } from '../../../../src/db/queries/lists/fetches.ts';
import { grantServing } from '../../../../src/db/row-security/serving-role.ts';
import { createRefreshListsTask } from '../../../../src/jobs/tasks/refresh-lists.ts';
import { createLogger } from '../../../../src/log.ts';
import { listQueue } from '../../../../src/resolvers/jobs/list-queue.ts';
import { makeSat69bList } from '../../../support/data/sat69b-list.ts';
import { servedUrlOf } from '../../../support/database/served-url.ts';
import { createTestPool } from '../../../support/database/test-pool.ts';
import { FETCHING, matching, useFetching } from '../../../support/gateway/fetching.ts';
import { makeTools, startTestWorker } from '../../../support/gateway/jobs.ts';
import { linesOf } from '../../../support/probes/log-lines.ts';

const { database, server } = useFetching();

const HOUR_MS = 3_600_000;
const LIST = makeSat69bList('2024-01-10', [
  { rfc: 'AAA010101AA0', name: 'UNO, S.C.', situation: 'Presunto' },
]);

/** Runs the routine as if so many hours had gone by; answers its lines in the log. */
async function runAfter(
  hours: number,
  signal = new AbortController().signal,
  pool = database.pool,
): Promise<unknown[]> {
  const output = new PassThrough();
  const task = createRefreshListsTask({
    pool,
    download: createDownloader(FETCHING),
    sources: [
      { source: 'sat69b', urls: [server.url('/69b.csv')] },
      { source: 'sat69-firmes', urls: [server.url('/69.csv')] },
    ],
    everyHours: 24,
    now: () => new Date(Date.now() + hours * HOUR_MS),
  });
  const tools = { ...makeTools(createDb(pool)), log: createLogger('info', output) };
  await task.run({ ...tools, serviceId: 0, signal }, {});
  return linesOf(String(output.read() ?? ''));
}

describe('the routine that fetches lists', () => {
  it('logs what nobody expected of a list without what it says, and goes on', async () => {
    await sql`alter table list_entries add constraint refused check (source <> 'sat69b')`.execute(
      database.db,
    );
    server.answer = (response, { path }) =>
      void response
        .writeHead(200)
        .end(path === '/69b.csv' ? LIST : 'RFC,RAZON SOCIAL\r\nA,UNO\r\n');
    const lines = await runAfter(0);
    await sql`alter table list_entries drop constraint refused`.execute(database.db);
    expect(lines).toMatchObject([
      { level: 50, list: 'sat69b', err: { code: '23514', constraint: 'refused' } },
      { level: 40, list: 'sat69b', outcome: 'failed' },
      { level: 30, list: 'sat69-firmes', outcome: 'loaded' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('AAA010101AA0');
  });

  it('fetches each after its hours, those that failed after one, and tells what came of each', async () => {
    server.answer = (response, { path }) => {
      if (path === '/69b.csv') response.writeHead(200).end(LIST);
      else response.writeHead(503).end();
    };
    const lines = await runAfter(0);
    expect(lines).toMatchObject([
      { level: 30, msg: 'list', list: 'sat69b', outcome: 'loaded', asOf: '2024-01-10' },
      { level: 40, msg: 'list', list: 'sat69-firmes', reason: matching(/status 503/) },
    ]);
    expect(JSON.stringify(lines)).not.toContain('AAA010101AA0');
    expect(await runAfter(0.9)).toEqual([]);
    expect(await runAfter(1.1)).toMatchObject([{ list: 'sat69-firmes' }]);
    expect(await runAfter(25)).toMatchObject([
      { list: 'sat69b', outcome: 'same' },
      { list: 'sat69-firmes' },
    ]);
    expect(await listFetches(database.db, 0)).toHaveLength(2);
  });

  it('leaves off when its worker stops, and has not tried then', async () => {
    const stop = new AbortController();
    server.answer = () => stop.abort();
    await runAfter(0, stop.signal);
    expect(server.received).toHaveLength(1);
    expect(await listFetches(database.db, 0)).toEqual([]);
  });

  it('loads as the role of a worker that owns nothing, and is refused to the one that serves', async () => {
    const { db, url } = database;
    const role = `work_${new URL(url).pathname.slice(-12)}`;
    await grantServing(db, { role, kind: 'work', password: 'work' });
    const working = createTestPool(
      Object.assign(new URL(url), { username: role, password: 'work' }).href,
    );
    server.answer = (response) => void response.writeHead(200).end(LIST);
    expect((await runAfter(0, undefined, working))[0]).toMatchObject({ outcome: 'loaded' });
    const config = loadConfig({ LISTS_REFRESH_HOURS: '24' });
    const byWorker = { pool: working, db: createDb(working), owner: undefined };
    expect(await createRoutines(config, byWorker)).toHaveLength(2);
    await working.end();
    const serving = createTestPool(servedUrlOf(url));
    const byServer = { pool: serving, db: createDb(serving), owner: undefined };
    await expect(createRoutines(config, byServer)).rejects.toThrow('may not load lists');
    expect(await createRoutines(config, { ...byServer, owner: database })).toHaveLength(2);
    expect(await createRoutines(loadConfig({}), byServer)).toHaveLength(1);
    await serving.end();
    await sql`drop owned by ${sql.ref(role)}`.execute(db);
    await sql`drop role ${sql.ref(role)}`.execute(db);
  });

  it('comes round only where the operator has switched it on, and is seen in the queue', async () => {
    expect(createListRoutines(loadConfig({}), database.pool)).toEqual([]);
    const tasks = createListRoutines(loadConfig({ LISTS_REFRESH_HOURS: '24' }), database.pool);
    const worker = startTestWorker(database.db, { tasks });
    await expect
      .poll(async () => await listQueue(database.db, { max: 10 }), { interval: 10 })
      .toMatchObject([{ task: 'refresh_lists', state: 'waiting' }]);
    await worker.stop();
  });
});
