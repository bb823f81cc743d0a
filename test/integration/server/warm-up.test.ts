import { Client, type Pool } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { counts } from '../../../src/runtime/instruments/counts.ts';
import { readMetrics } from '../../support/clients/metrics.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';

const database = useDatabase();
const open: OpenGateway[] = [];
afterEach(async () => {
  for (const gateway of open.splice(0)) await gateway.close();
});

async function start(env: Record<string, string>): Promise<OpenGateway> {
  const gateway = await openGateway(database.url, { ...env, WORKER: 'off' });
  open.push(gateway);
  return gateway;
}

const readings = (gateway: OpenGateway) =>
  gateway.statements.filter((statement) => statement.includes('businesses b')).length;

/** Starts gateways with ever longer warm-ups until one has read: a busy machine may read nothing within half a second. */
async function startWarmed(env: Record<string, string> = {}): Promise<OpenGateway> {
  for (const ms of [500, 5_000]) {
    const gateway = await start({ ...env, WARM_UP_MS: String(ms) });
    if (readings(gateway) > 0) return gateway;
  }
  return await start({ ...env, WARM_UP_MS: '10000' });
}

const PLANS_OF_READINGS = `select generic_plans as generic, custom_plans as custom from pg_prepared_statements
  where statement like '%businesses b%'`;

/** On each connection that is open and free. */
async function askIdle(pool: Pool, text: string): Promise<Record<string, unknown>[]> {
  const clients = await Promise.all(
    Array.from({ length: pool.idleCount }, async () => await pool.connect()),
  );
  const answers = await Promise.all(clients.map(async (client) => await client.query(text)));
  for (const client of clients) client.release();
  return answers.flatMap(({ rows }) => rows);
}

describe('the warm-up', () => {
  it('asks the database before the first request comes, and for nobody', async () => {
    const gateway = await startWarmed();
    expect(readings(gateway)).toBeGreaterThan(0);
    expect(gateway.logs()).not.toContain('"request"');
    for (const table of ['rate_limits', 'audit_events', 'business_events', 'idempotency_keys']) {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query(`select * from ${table} where service_id = 0`);
      await client.end();
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
  });

  it('is neither measured nor counted, and what comes after it is', async () => {
    const { compiledOperations, coalesced } = structuredClone(counts);
    const gateway = await startWarmed({ METRICS_PORT: '0' });
    expect(readings(gateway)).toBeGreaterThan(0);
    expect({ ...counts }).toMatchObject({ compiledOperations, coalesced });
    const measured = async (): Promise<string[]> => {
      const samples = await readMetrics(gateway.metricsUrl ?? '');
      return samples
        .filter(({ name }) => /^gateway_(?:request|sql)_duration_seconds_count$/.test(name))
        .flatMap(({ labels }) => labels['operation'] ?? labels['statement'] ?? []);
    };
    expect((await measured()).filter((one) => /business/.test(one))).toEqual([]);
    await gateway.graphql('query Found { business(by: { databaseId: 1 }) { name } }');
    expect(await measured()).toEqual(
      expect.arrayContaining(['query business', expect.stringContaining('businesses')]),
    );
    expect(counts.compiledOperations.misses).toBeGreaterThan(compiledOperations.misses);
  });

  it('is left out where the operator wants none', async () => {
    const gateway = await start({ WARM_UP_MS: '0' });
    expect(readings(gateway)).toBe(0);
  });

  it('has what is read planned for whoever asks, and leaves no costs of a plan for nobody behind', async () => {
    const gateway = await startWarmed();
    const plans = await askIdle(gateway.pool, PLANS_OF_READINGS);
    const sum = (of: 'generic' | 'custom') => plans.reduce((all, one) => all + Number(one[of]), 0);
    expect({ custom: sum('custom'), wasRead: sum('generic') > 0 }).toEqual({
      custom: 0,
      wasRead: true,
    });
    const modes = await askIdle(gateway.pool, 'show plan_cache_mode');
    expect(new Set(modes.map((one) => one['plan_cache_mode']))).toEqual(
      new Set(['force_generic_plan']),
    );
  });

  it('leaves nothing of what it invents to anybody', async () => {
    const gateway = await start({ WARM_UP_MS: '300' });
    const found = await gateway.graphql('{ business(by: { databaseId: 1 }) { name } }');
    expect(found.body).toEqual({ data: { business: null } });
  });

  it('ends in its time where the database does not answer', async () => {
    const holder = new Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin; lock table businesses in access exclusive mode');
    // The lock is released only once the start is over: without a limit of its own, the warm-up never ends.
    const env = { LOCK_TIMEOUT_MS: '600000', STATEMENT_TIMEOUT_MS: '600000' };
    const gateway = await start({ ...env, WARM_UP_MS: '200' }).finally(
      async () => await holder.query('rollback'),
    );
    await holder.end();
    expect(gateway.url).toContain('http');
    // What it has asked for last is answered when nobody waits for it any more.
    await expect.poll(() => counts.requestsActive).toBe(0);
  });
});
