import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readMetrics, type Sample, valueOf } from '../../support/clients/metrics.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { holdBusiness, untilWaiting } from '../../support/probes/locks.ts';

const WRITES = 12;
/** Of nine connections that have turns. */
const OF_ONE = 6;

const database = useDatabase();
let gateway: OpenGateway;
beforeAll(async () => {
  const env = {
    METRICS_PORT: '0',
    LOCK_TIMEOUT_MS: '600000',
    STATEMENT_TIMEOUT_MS: '600000',
    // The metrics of the database are some seconds old, and are read while twelve writes wait.
    CONNECT_TIMEOUT_MS: '20000',
  };
  gateway = await openGateway(database.url, env);
});
afterAll(async () => {
  await gateway.close();
});

async function read(): Promise<Sample[]> {
  return await readMetrics(gateway.metricsUrl ?? '');
}

it('metrics alone tell whose writes wait for held rows, what they hold, and that others do not', async () => {
  const { service, serviceId } = gateway.service;
  const { id } = await makeBusiness(gateway.db, serviceId, { participants: [{}] });
  const held = { service };
  const holds = async (): Promise<number> =>
    valueOf(await read(), 'gateway_database_turns_held', held) ?? 0;
  expect(await holds()).toBe(0);

  const release = await holdBusiness(database.pool, { serviceId, businessId: id });
  let isHeld = true;
  const letGo = async (): Promise<void> => {
    if (isHeld) await release();
    isHeld = false;
  };
  onTestFinished(letGo);
  const writes = Array.from(
    { length: WRITES },
    async () => await gateway.request('POST', `/api/v4/fiduciary/${id}/complete`, {}),
  );
  await untilWaiting(database.db, OF_ONE);
  await expect.poll(holds).toBe(OF_ONE);
  // What is known of the database may be some seconds old.
  const lockWaits = async (): Promise<number> =>
    valueOf(await read(), 'gateway_database_lock_waits') ?? 0;
  await expect.poll(lockWaits).toBe(OF_ONE);

  const samples = await read();
  const value = (name: string, labels = {}): number | undefined => valueOf(samples, name, labels);
  expect(value('gateway_database_turns_waiting', held)).toBe(WRITES - OF_ONE);
  // The reading itself may wait for one, too.
  expect(value('gateway_database_connections_waiting')).toBeGreaterThanOrEqual(WRITES - OF_ONE);
  expect(value('gateway_database_connections', { state: 'used' })).toBeGreaterThanOrEqual(OF_ONE);
  expect(value('gateway_database_lock_wait_oldest_seconds')).toBeGreaterThan(0);
  const active = async (): Promise<number | undefined> =>
    valueOf(await read(), 'gateway_requests_active');
  // One of the start may be ending only now.
  await expect.poll(active).toBe(WRITES);
  // Nobody else waits, and the process can serve.
  const waiting = samples.filter(({ name }) => name === 'gateway_database_turns_waiting');
  expect(waiting.map(({ labels }) => labels)).toEqual([held]);
  expect(value('gateway_ready')).toBe(1);

  const refused = async (): Promise<number> =>
    valueOf(await read(), 'gateway_database_turns_refused_total', held) ?? 0;
  await expect.poll(refused).toBe(WRITES - OF_ONE);
  await letGo();
  await Promise.all(writes);
  const durations = 'gateway_request_duration_seconds_count';
  const done = async (code: string): Promise<number> =>
    valueOf(await read(), durations, { operation: 'completeBusiness', code }) ?? 0;
  await expect.poll(async () => await done('service_unavailable')).toBe(WRITES - OF_ONE);
  expect((await done('ok')) + (await done('business_not_found')) + (await done('declined'))).toBe(
    OF_ONE,
  );
  expect(await holds()).toBe(0);
});
