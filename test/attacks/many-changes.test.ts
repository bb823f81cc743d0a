import { beforeAll, expect, it } from 'vitest';
import { createTestService, createTestTokens, type TestService } from '../support/callers.ts';
import { makeBusiness } from '../support/factories.ts';
import { useGateway } from '../support/gateway.ts';
import { holdBusiness, untilWaiting } from '../support/locks.ts';
import { createTestPool } from '../support/test-pool.ts';

const gateway = useGateway({
  DATABASE_POOL_SIZE: '5',
  CONNECT_TIMEOUT_MS: '2000',
  HEAVY_WAIT_MS: '500',
});
let other: TestService;
let businessId = 0;

beforeAll(async () => {
  const { db, service } = gateway;
  other = await createTestService(db, await createTestTokens(db), { name: 'other' });
  ({ id: businessId } = await makeBusiness(db, service.serviceId, { externalId: 1, code: 'A/1' }));
  await makeBusiness(db, other.serviceId, { externalId: 2, code: 'B/2' });
});

const change = (externalId: number, code: string) =>
  `mutation { upsertBusiness(input: { externalId: ${externalId}, code: "${code}", name: "x" }) { __typename } }`;

function isRefused(body: unknown): boolean {
  return JSON.stringify(body).includes('too_many_requests');
}

it('leaves connections to others while a service has more changes under way than there are', async () => {
  const pool = createTestPool(gateway.databaseUrl);
  const { serviceId } = gateway.service;
  const release = await holdBusiness(pool, { serviceId, businessId });
  const changes = Array.from({ length: 20 }, async () => await gateway.graphql(change(1, 'A/1')));
  await untilWaiting(gateway.db, 3);
  const read = await gateway.graphql('{ businesses { nodes { code } } }', {}, other.headers);
  expect(read.body).toHaveProperty('data.businesses.nodes.0.code', 'B/2');
  const written = await gateway.graphql(change(2, 'B/2'), {}, other.headers);
  expect(written.body).toHaveProperty('data.upsertBusiness.__typename', 'UpsertBusinessPayload');
  // Three wait for the row, and the others for their turn, which is theirs too late.
  let refused = 0;
  for (const answer of changes)
    void answer.then(({ body }) => (refused += Number(isRefused(body))));
  await expect.poll(() => refused, { timeout: 10_000 }).toBe(17);
  await release();
  await pool.end();
  const answers = await Promise.all(changes);
  const made = answers.filter(({ body }) => JSON.stringify(body).includes('UpsertBusinessPayload'));
  expect(made).toHaveLength(3);
});
