import { expect, it } from 'vitest';
import { fanOutWebhooks } from '../../../src/resolvers/webhooks/fan-out.ts';
import { mutate } from '../../support/clients/mutate.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { makeWebhookTarget } from '../contract/webhook-target.ts';

const gateway = useGateway({}, { isServicePerTest: true });

const ask = async (query: string): Promise<unknown> => (await gateway.graphql(query)).body;

async function listTypes(): Promise<[type: string, state: string, businessId: number | null][]> {
  const { db, service } = gateway;
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('service_id', '=', service.serviceId)
    .where('type', '!=', 'webhook.test')
    .orderBy('id')
    .execute();
  return rows.map((row) => [row.type, row.state, row.business_id]);
}

async function settle(businessId: number): Promise<void> {
  const settled = { state: 'delivered', settled_at: new Date() };
  const deliveries = gateway.db.updateTable('webhook_deliveries').set(settled);
  await deliveries
    .where('service_id', '=', gateway.service.serviceId)
    .where('business_id', '=', businessId)
    .execute();
}

const upsert = (externalId: number): ['upsertBusiness', object] => [
  'upsertBusiness',
  { externalId, code: 'F' },
];

it('a deleted business takes what was sent about it along; what is still to be sent is told, the end last', async () => {
  const { db, service } = gateway;
  await makeWebhookTarget(db, service.serviceId, ask);
  await db
    .updateTable('webhook_endpoints')
    .set({ event_types: ['business_upserted', 'business_completed'] })
    .where('service_id', '=', service.serviceId)
    .execute();
  await mutate(gateway, upsert(1));
  await mutate(gateway, upsert(2));
  while ((await fanOutWebhooks(db)).isQueued);
  const [first = ['', '', 0], second = ['', '', 0]] = await listTypes();
  await settle(first[2] ?? 0);
  await mutate(gateway, ['upsertBusiness', { externalId: 1, code: 'G' }]);
  while ((await fanOutWebhooks(db)).isQueued);
  await mutate(gateway, ['completeBusiness', { business: { externalId: 1 }, deleteMode: 'ALL' }]);
  while ((await fanOutWebhooks(db)).isQueued);
  expect(await listTypes()).toEqual([
    second,
    ['business.upserted', 'waiting', first[2]],
    ['business.completed', 'waiting', first[2]],
  ]);
});

it('an endpoint that is removed takes its deliveries and secrets along', async () => {
  const { db, service } = gateway;
  const { endpointId } = await makeWebhookTarget(db, service.serviceId, ask);
  await ask(
    `mutation { removeWebhookEndpoint(input: { endpointId: ${endpointId} }) { __typename } }`,
  );
  const ofService = ['service_id', '=', service.serviceId] as const;
  const rows = [
    await db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where(...ofService)
      .execute(),
    await db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where(...ofService)
      .execute(),
  ];
  expect(rows).toEqual([[], []]);
});

it('an endpoint costs a mutation no statement', async () => {
  const { db, service } = gateway;
  gateway.statements.length = 0;
  await mutate(gateway, upsert(11));
  const without = [...gateway.statements];
  await makeWebhookTarget(db, service.serviceId, ask);
  gateway.statements.length = 0;
  await mutate(gateway, upsert(12));
  expect(gateway.statements).toEqual(without);
  expect(without.join('\n')).not.toContain('webhook');
});
