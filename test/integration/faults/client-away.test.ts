import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { head, openRaw } from '../../support/clients/raw-http.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { holdBusiness, untilWaiting } from '../../support/probes/locks.ts';
import { expectNoFault } from '../../support/probes/no-fault.ts';

const database = useDatabase();
let gateway: OpenGateway;
let businessId = 0;

beforeAll(async () => {
  gateway = await openGateway(database.url, { SHUTDOWN_TIMEOUT_MS: '10000' });
  const { serviceId } = gateway.service;
  businessId = (await makeBusiness(gateway.db, serviceId, { participants: [{}] })).id;
});
afterAll(async () => {
  await gateway.close();
});

/** Every request whose head was read writes its line when its work has ended. */
async function expectLogged(requests: number): Promise<void> {
  await expect
    .poll(() => gateway.logs().match(/"msg":"request"/g)?.length ?? 0, { timeout: 60_000 })
    .toBe(requests);
}

async function sendAndLeave(text: string, url = gateway.url): Promise<void> {
  const connection = await openRaw(url);
  await new Promise<void>((resolve) => {
    connection.socket.write(text, () => {
      connection.socket.resetAndDestroy();
      resolve();
    });
  });
}

describe('a client that goes away', () => {
  it('in the middle of a body or before its answer leaves no request, connection or fault behind', async () => {
    const { headers } = gateway.service;
    const half = head('POST /api/v4/quiz/answers/import/api', {
      ...headers,
      'content-length': '50',
    });
    const json = { 'content-type': 'application/json', 'content-length': '50' };
    const texts = [
      half,
      `${half}{"user_id"`,
      head(`GET /api/v4/business/detail?id=${businessId}`, headers),
      head('GET /health/ready'),
      head('POST /graphql', { ...headers, ...json }),
      `${head('POST /graphql', { ...headers, ...json })}{"query":`,
    ];
    const before = gateway.logs().match(/"msg":"request"/g)?.length ?? 0;
    for (const text of [...texts, ...texts, ...texts]) await sendAndLeave(text);
    await expectLogged(before + 3 * texts.length);
    await expect.poll(() => gateway.pool.totalCount - gateway.pool.idleCount).toBe(0);
    await expectNoFault(gateway);
  });

  it('during a change does not stop it half way: it is made, whole', async () => {
    const { serviceId, headers } = gateway.service;
    const release = await holdBusiness(database.pool, { serviceId, businessId });
    const empty = { ...headers, 'content-length': '0' };
    const connection = await openRaw(gateway.url);
    connection.send(head(`POST /api/v4/fiduciary/${businessId}/complete`, empty));
    await untilWaiting(database.db);
    connection.socket.resetAndDestroy();
    await release();
    await expect
      .poll(async () => await countRows('deletion_receipts'), { timeout: 60_000 })
      .toBe(1);
    expect(await countRows('participants')).toBe(0);
    expect(await countRows('persons')).toBe(0);
    expect(await countRows('audit_events')).toBeGreaterThan(0);
  });

  it('does not hold up the end of the server', async () => {
    const ending = await openGateway(database.url, { SHUTDOWN_TIMEOUT_MS: '600000' });
    const { headers } = ending.service;
    for (let sent = 0; sent < 10; sent += 1)
      await sendAndLeave(head('POST /graphql', { ...headers, 'content-length': '50' }), ending.url);
    await expect(ending.drain()).resolves.toBeUndefined();
    await ending.close();
  });
});

async function countRows(
  table: 'deletion_receipts' | 'participants' | 'persons' | 'audit_events',
): Promise<number> {
  const { count } = await database.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
