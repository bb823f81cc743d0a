import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { head, openRaw, statusesOf } from '../../support/clients/raw-http.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { holdBusiness, untilWaiting } from '../../support/probes/locks.ts';

/** Longer than a test may take: a drain that waits for this limit hangs. */
const HANG_MS = '600000';

/** A hundred times what the requests within the delay take. */
const DELAY_MS = 5_000;

const database = useDatabase();
let gateway: OpenGateway;
let businessId = 0;

beforeEach(async () => {
  gateway = await openGateway(database.url, {
    SHUTDOWN_TIMEOUT_MS: HANG_MS,
    LOCK_TIMEOUT_MS: HANG_MS,
    STATEMENT_TIMEOUT_MS: HANG_MS,
  });
  const { id } = await makeBusiness(gateway.db, gateway.service.serviceId, { participants: [{}] });
  businessId = id;
});
afterEach(async () => {
  await gateway.close();
});

async function hold(): Promise<() => Promise<void>> {
  const { serviceId } = gateway.service;
  return await holdBusiness(database.pool, { serviceId, businessId });
}

function completion(id = businessId): string {
  return head(`POST /api/v4/fiduciary/${id}/complete`, {
    ...gateway.service.headers,
    'content-length': '0',
  });
}

describe('draining', () => {
  it('a request under way gets its answer, and its connection ends with it', async () => {
    const release = await hold();
    const connection = await openRaw(gateway.url);
    connection.send(completion());
    await untilWaiting(database.db);
    const drained = gateway.drain();
    await release();
    const received = await connection.untilClosed();
    expect(statusesOf(received)).toEqual([200]);
    expect(received).toMatch(/^connection: close\r$/im);
    expect(received).toContain('Participants without juridical folio permanently deleted');
    await drained;
  });

  it('a request that comes behind one under way is not run, since it would get no answer', async () => {
    const { serviceId } = gateway.service;
    const other = await makeBusiness(gateway.db, serviceId, { participants: [{}] });
    const release = await hold();
    const connection = await openRaw(gateway.url);
    connection.send(completion());
    await untilWaiting(database.db);
    const drained = gateway.drain();
    connection.send(completion(other.id));
    await release();
    expect(statusesOf(await connection.untilClosed())).toEqual([200]);
    await drained;
    const left = await database.db
      .selectFrom('participants')
      .select('business_id')
      .where('service_id', '=', serviceId)
      .execute();
    expect(left).toEqual([{ business_id: other.id }]);
  });

  it('with a delay readiness is refused at once, while all else is answered, each answer the last of its connection', async () => {
    const idle = await openRaw(gateway.url);
    idle.send(head('GET /health/live'));
    await idle.untilReceived('live');
    const drained = gateway.drain(DELAY_MS);
    const [ready, detail] = await Promise.all([
      gateway.request('GET', '/health/ready'),
      gateway.request('GET', `/api/v4/business/detail?id=${businessId}`),
    ]);
    expect(ready).toMatchObject({ status: 503, body: { reason: 'draining' } });
    expect(detail.status).toBe(200);
    expect(detail.headers.get('connection')).toBe('close');
    idle.send(head('GET /health/live'));
    expect(await idle.untilClosed()).toMatch(/connection: close/i);
    const fresh = await openRaw(gateway.url);
    await drained;
    await fresh.untilClosed();
    await expect(openRaw(gateway.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('new connections are refused while a request is under way', async () => {
    const release = await hold();
    const under = await openRaw(gateway.url);
    under.send(completion());
    await untilWaiting(database.db);
    const drained = gateway.drain();
    await expect(openRaw(gateway.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await release();
    await drained;
    expect(statusesOf(await under.untilClosed())).toEqual([200]);
  });

  it('idle and fresh connections do not hold it up', async () => {
    const idle = await openRaw(gateway.url);
    idle.send(head('GET /health/live'));
    await idle.untilReceived('live');
    const fresh = await openRaw(gateway.url);
    await gateway.drain();
    expect(statusesOf(await idle.untilClosed())).toEqual([200]);
    expect(await fresh.untilClosed()).toBe('');
  });

  it('a connection whose answer was on its way when it began ends after that answer', async () => {
    const large = await makeBusiness(gateway.db, gateway.service.serviceId);
    await sql`
      with made as (
        insert into persons (service_id, id, external_id)
        select ${gateway.service.serviceId}, 50000 + n, 50000 + n from generate_series(1, 40000) as n
        returning id
      )
      insert into participants (service_id, id, business_id, person_id, person_type, name)
      select ${gateway.service.serviceId}, id, ${large.id}, id, 'natural', 'Una persona' from made
    `.execute(database.db);
    const slow = await openRaw(gateway.url);
    slow.socket.pause();
    slow.send(head(`GET /api/v4/business/detail?id=${large.id}`, gateway.service.headers));
    await expect.poll(gateway.logs, { timeout: 60_000 }).toContain('/api/v4/business/detail');
    const drained = gateway.drain();
    slow.socket.resume();
    const received = await slow.untilClosed();
    expect(received.endsWith('"success":true}')).toBe(true);
    await drained;
  });

  it('what does not end is cut after the time-out, half a request too', async () => {
    const release = await hold();
    // Neither the lock nor the unfinished request ends by itself in the time of a test.
    const limited = await openGateway(database.url, {
      SHUTDOWN_TIMEOUT_MS: '1500',
      LOCK_TIMEOUT_MS: HANG_MS,
      STATEMENT_TIMEOUT_MS: HANG_MS,
      REQUEST_TIMEOUT_MS: HANG_MS,
    });
    const [stuck, half] = await Promise.all([openRaw(limited.url), openRaw(limited.url)]);
    stuck.send(completion());
    half.send('GET /health/live HTTP/1.1\r\nhost:');
    await untilWaiting(database.db);
    const startedAt = performance.now();
    await limited.drain();
    expect(performance.now() - startedAt).toBeGreaterThan(1_400);
    expect(await stuck.untilClosed()).toBe('');
    expect(await half.untilClosed()).toBe('');
    await release();
    await limited.close();
  });
});

it('begins when its delay is over, also in a process that never comes to rest', async () => {
  const busy = new AbortController();
  const turn = (): void => {
    const until = performance.now() + 3;
    while (performance.now() < until) Math.sqrt(until);
    if (!busy.signal.aborted) setImmediate(turn);
  };
  onTestFinished(() => busy.abort());
  turn();
  expect(await gateway.drain(100)).toBeUndefined();
});
