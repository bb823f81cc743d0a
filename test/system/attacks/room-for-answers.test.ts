import { beforeAll, expect, it } from 'vitest';
import { head, openRaw } from '../../support/clients/raw-http.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

/** Less than a client that reads nothing leaves of one answer. */
const gateway = useGateway({ ANSWER_BYTES_PER_SERVICE_MAX: '100000', HEAVY_WAIT_MS: '500' });

/** Some 7 MB, three of which are more than the systems of both sides take. */
const ALIASES = Array.from({ length: 35 }, (_, n) => `r${n}: roles`).join(' ');
let other: TestService;

beforeAll(async () => {
  const tokens = await createTestTokens(gateway.db);
  other = await createTestService(gateway.db, tokens, { name: 'other' });
  const roles = Array.from({ length: 100 }, () => 'R'.repeat(200));
  const participants = Array.from({ length: 10 }, () => ({ roles }));
  for (const { serviceId } of [gateway.service, other])
    await makeBusiness(gateway.db, serviceId, { externalId: 1, participants });
});

/**
 * Clients that ask and read nothing, one more with each call of `add`: those that took nothing for five seconds are cut
 * off, which on a busy machine may be before anybody else has asked.
 */
function unread(request: string): { add: () => Promise<void>; leave: () => void } {
  const readers: Awaited<ReturnType<typeof openRaw>>[] = [];
  return {
    add: async () => {
      const reader = await openRaw(gateway.url);
      readers.push(reader);
      reader.socket.pause();
      reader.send(request.repeat(3));
    },
    leave: () => {
      for (const { socket } of readers) socket.destroy();
    },
  };
}

const QUERY = `{ businesses { nodes { participants { nodes { ${ALIASES} } } } } }`;

it('makes no further large answer for a service whose clients read none, and small ones and those of others', async () => {
  const { service } = gateway;
  const body = JSON.stringify({ query: QUERY });
  const headers = { ...service.headers, 'content-type': 'application/json' };
  const request =
    head('POST /graphql', { ...headers, 'content-length': String(body.length) }) + body;
  const { add, leave } = unread(request);
  const ask = async (query: string, { headers: of }: TestService) =>
    (await gateway.graphql(query, {}, of)).status;
  const askBesideThem = async () => {
    await add();
    return await ask(QUERY, service);
  };
  // At first the system still takes some of it.
  await expect.poll(askBesideThem).toBe(429);
  expect(await ask('{ businesses { nodes { id } } }', service)).toBe(200);
  expect(await ask(QUERY, other)).toBe(200);
  leave();
  await expect.poll(async () => await ask(QUERY, service)).toBe(200);
});

it('429 makes no further large v4 answer for a service whose clients read none', async () => {
  const { serviceId, headers } = gateway.service;
  const roles = Array.from({ length: 100 }, () => 'R'.repeat(200));
  const { id } = await makeBusiness(gateway.db, serviceId, {
    externalId: 2,
    participants: Array.from({ length: 350 }, () => ({ roles })),
  });
  const path = `/api/v4/business/detail?id=${id}`;
  const { add, leave } = unread(head(`GET ${path}`, headers));
  const ask = async () => await gateway.request('GET', path);
  const askBesideThem = async () => {
    await add();
    return await ask();
  };
  await expect
    .poll(askBesideThem)
    .toMatchObject({ status: 429, body: { success: false, code_message: 'too_many_requests' } });
  // Rows of large requests that still wait fill the memory budget of the service, which any read of it may exceed.
  const askSmall = async () => await gateway.request('GET', '/api/v4/business/detail?id=999');
  await expect.poll(async () => (await askSmall()).status).toBe(200);
  leave();
  await expect.poll(async () => (await ask()).status).toBe(200);
});
