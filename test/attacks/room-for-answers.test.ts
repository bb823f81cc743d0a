import { beforeAll, expect, it } from 'vitest';
import { createTestService, createTestTokens, type TestService } from '../support/callers.ts';
import { makeBusiness } from '../support/factories.ts';
import { useGateway } from '../support/gateway.ts';
import { head, openRaw } from '../support/raw-http.ts';

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

const QUERY = `{ businesses { nodes { participants { nodes { ${ALIASES} } } } } }`;

it('makes no further large answer for a service whose clients read none, and small ones and those of others', async () => {
  const { url, service } = gateway;
  const reader = await openRaw(url);
  reader.socket.pause();
  const body = JSON.stringify({ query: QUERY });
  const headers = { ...service.headers, 'content-type': 'application/json' };
  const request =
    head('POST /graphql', { ...headers, 'content-length': String(body.length) }) + body;
  reader.send(request.repeat(3));
  const ask = async (query: string, { headers: of }: TestService) =>
    (await gateway.graphql(query, {}, of)).status;
  // At first the system still takes some of it.
  await expect.poll(async () => await ask(QUERY, service), { timeout: 8_000 }).toBe(429);
  expect(await ask('{ businesses { nodes { id } } }', service)).toBe(200);
  expect(await ask(QUERY, other)).toBe(200);
  reader.socket.destroy();
  await expect.poll(async () => await ask(QUERY, service), { timeout: 8_000 }).toBe(200);
});

it('429 makes no further large v4 answer for a service whose clients read none', async () => {
  const { serviceId, headers } = gateway.service;
  const roles = Array.from({ length: 100 }, () => 'R'.repeat(200));
  const { id } = await makeBusiness(gateway.db, serviceId, {
    externalId: 2,
    participants: Array.from({ length: 350 }, () => ({ roles })),
  });
  const path = `/api/v4/business/detail?id=${id}`;
  const reader = await openRaw(gateway.url);
  reader.socket.pause();
  reader.send(head(`GET ${path}`, headers).repeat(3));
  const ask = async () => await gateway.request('GET', path);
  await expect.poll(async () => (await ask()).status, { timeout: 12_000 }).toBe(429);
  expect((await ask()).body).toMatchObject({ success: false, code_message: 'too_many_requests' });
  expect((await gateway.request('GET', '/api/v4/business/detail?id=999')).status).toBe(200);
  reader.socket.destroy();
  await expect.poll(async () => (await ask()).status, { timeout: 12_000 }).toBe(200);
}, 30_000);
