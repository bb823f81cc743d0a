import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { countProcesses, toProcessPoolSize } from '../../../src/cli/process/count-processes.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { makeEmptyDatabase } from '../../support/database/migrations.ts';
import {
  createTestService,
  createTestTokens,
  TOKEN_OPTIONS,
} from '../../support/gateway/callers.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { spawnCommand } from '../../support/processes/run-command.ts';
import { type ServeProcess, startServe } from '../../support/processes/serve-process.ts';

const database = useDatabase();
const PROCESSES = 2;
const POOL_SIZE = 5;

/** The processes that a process has started and that live. */
async function childrenOf(pid = 0): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return list.trim().split(' ').filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function untilLogged(gateway: ServeProcess, text: string, times = 1): Promise<void> {
  const count = (): number => gateway.output().stdout.split(text).length - 1;
  await expect.poll(count, { timeout: 60_000, interval: 50 }).toBeGreaterThanOrEqual(times);
}

async function startProcesses(env: Record<string, string> = {}): Promise<ServeProcess> {
  const gateway = startServe({
    TOKEN_ISSUER: TOKEN_OPTIONS.issuer,
    TOKEN_AUDIENCE: TOKEN_OPTIONS.audience,
    DATABASE_URL: database.url,
    WORKERS: String(PROCESSES),
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    ...nameFileFolder().env,
    ...env,
  });
  await gateway.url;
  await untilLogged(gateway, 'all processes serve');
  return gateway;
}

async function countConnections(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = current_database()',
  );
  return rows[0]?.count ?? 0;
}

describe('several processes', () => {
  it('serve on one port with one budget of connections, and one that dies is replaced', async () => {
    const service = await createTestService(database.db, await createTestTokens(database.db));
    const business = await makeBusiness(database.db, service.serviceId);
    const own = await countConnections();
    const gateway = await startProcesses();
    const url = await gateway.url;
    const detail = `${url}/api/v4/business/detail?id=${business.id}`;
    const ask = async (): Promise<number> => {
      const headers = { ...service.headers, connection: 'close' };
      const response = await fetch(detail, { headers });
      await response.text();
      return response.status;
    };
    const askMany = async (): Promise<Set<number>> =>
      new Set(await Promise.all(Array.from({ length: 64 }, ask)));
    expect(await askMany()).toEqual(new Set([200]));
    expect((await countConnections()) - own).toBeLessThanOrEqual(POOL_SIZE);

    const before = await childrenOf(gateway.child.pid);
    expect(before.length).toBe(PROCESSES);
    process.kill(before[1] ?? 0, 'SIGKILL');
    await untilLogged(gateway, 'a process ended; another takes its place');
    expect(await askMany()).toEqual(new Set([200]));
    await untilLogged(gateway, 'all processes serve', 2);
    const after = await childrenOf(gateway.child.pid);
    expect(after.length).toBe(PROCESSES);
    expect(after).toContain(before[0]);
    expect(await askMany()).toEqual(new Set([200]));
    const askReady = async (): Promise<number> => (await fetch(`${url}/health/ready`)).status;
    const isReady = async () => new Set(await Promise.all(Array.from({ length: 16 }, askReady)));
    await expect.poll(isReady, { timeout: 60_000 }).toEqual(new Set([200]));

    expect(await gateway.stop('SIGTERM')).toBe(0);
    expect(after.filter(isAlive)).toEqual([]);
    expect(gateway.output().stderr).toBe('');
    expect(gateway.output().stdout.split('runs at').length).toBe(2);
  });

  it('are told to stop together: not ready, and still answering', async () => {
    const gateway = await startProcesses({ DRAIN_DELAY_MS: '600000' });
    const url = await gateway.url;
    gateway.child.kill('SIGTERM');
    const ready = async (): Promise<unknown[]> => {
      const replies = await Promise.all(
        Array.from({ length: 8 }, async () => await fetch(`${url}/health/ready`)),
      );
      return [...new Set(replies.map((one) => one.status))];
    };
    await expect.poll(ready, { interval: 20 }).toEqual([503]);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await gateway.stop('SIGKILL');
  });

  it('end with the one that started them, however that ends', async () => {
    const gateway = await startProcesses();
    const children = await childrenOf(gateway.child.pid);
    expect(children.length).toBe(PROCESSES);
    await gateway.stop('SIGKILL');
    await expect.poll(() => children.filter(isAlive), { timeout: 60_000 }).toEqual([]);
  });

  it('say once why they cannot start', async () => {
    const { url } = await makeEmptyDatabase();
    const env = { DATABASE_URL: url, WORKERS: '2', PORT: '0' };
    const { code, stderr } = await spawnCommand(['serve'], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: The database lacks \d+ migration\(s\)[^\n]+\n$/);
  });
});

describe('the number of processes', () => {
  const databaseUrl = 'postgres://db.example/gateway';

  const count = (poolSize: number): number =>
    countProcesses({ processes: 'auto', databaseUrl, database: { poolSize } });

  it('shares out all connections of the pool', () => {
    expect([0, 1, 2].map((place) => toProcessPoolSize(10, 3, place))).toEqual([4, 3, 3]);
  });

  it('is with auto no more than what gives each five connections', () => {
    expect(count(9)).toBe(1);
    expect(count(4)).toBe(1);
    expect(count(1000)).toBeGreaterThanOrEqual(1);
    const embedded = { databaseUrl: undefined, database: { poolSize: 100 } };
    expect(countProcesses({ processes: 'auto', ...embedded })).toBe(1);
    expect(() => countProcesses({ processes: 2, ...embedded })).toThrow('requires DATABASE_URL');
  });

  it('is refused where a process would get fewer than two', () => {
    const two = { processes: 2, databaseUrl };
    expect(countProcesses({ ...two, database: { poolSize: 4 } })).toBe(2);
    expect(() => countProcesses({ ...two, database: { poolSize: 3 } })).toThrow(
      'WORKERS=2 requires at least 4 connections',
    );
  });
});
