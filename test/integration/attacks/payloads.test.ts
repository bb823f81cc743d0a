import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { makeBusiness } from '../../support/data/factories.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { untilWaiting } from '../../support/probes/locks.ts';

/** One large answer of the service is made at a time, and one that may be refused waits at most. */
const gateway = useGateway({ HEAVY_OPERATIONS_WAITING_MAX: '1' });

beforeAll(async () => {
  const { db, service } = gateway;
  const roles = Array.from({ length: 100 }, () => 'R'.repeat(200));
  const participants = Array.from({ length: 10 }, () => ({ roles }));
  await makeBusiness(db, service.serviceId, { externalId: 1, code: 'A/1', participants });
});

/** Over 20,000 points, so that it has the turn of its service; it waits for a lock. */
const HELD = `{
  questionnaireTemplates { key }
  businesses(first: 100) { nodes { participants(first: 250) { nodes { id } } } }
}`;
const ALIASES = Array.from({ length: 35 }, (_, n) => `r${n}: roles`).join(' ');
/** Some 7 MB. */
const LONG = `participants { nodes { ${ALIASES} } }`;
const changeTo = (name: string) =>
  `mutation { upsertBusiness(input: { externalId: 1, code: "A/1", name: "${name}" }) {
    __typename ... on UpsertBusinessPayload { business { name ${LONG} } }
  } }`;

it('tells a change at length when it is its service’s turn, and refuses it no more than that', async () => {
  const order: string[] = [];
  const ask = async (name: string, query: string) => {
    const reply = await gateway.graphql(query);
    order.push(name);
    return reply;
  };
  const name = 'The new name';
  const asked = await gateway.db.transaction().execute(async (tx) => {
    await sql`lock table questionnaire_templates in access exclusive mode`.execute(tx);
    const held = ask('held', HELD);
    await untilWaiting(gateway.db);
    const changes = [ask('change', changeTo(name)), ask('change', changeTo(name))];
    const isMade = sql<{ name: string }>`select name from businesses where external_id = 1`;
    await expect.poll(async () => (await isMade.execute(gateway.db)).rows).toEqual([{ name }]);
    // A query at length is refused, and what is short is answered beside them, as often as it is asked for.
    for (let time = 0; time < 50; time += 1)
      expect((await ask('short', '{ viewer { service } }')).status).toBe(200);
    const query = `{ business(by: { databaseId: 1 }) { id } businesses { nodes { ${LONG} } } }`;
    expect((await gateway.graphql(query)).status).toBe(429);
    expect(order).not.toContain('change');
    return [held, ...changes];
  });
  const [held, ...changes] = await Promise.all(asked);
  expect(held?.status).toBe(200);
  for (const { status, body } of changes) {
    expect(status).toBe(200);
    expect(body).toHaveProperty('data.upsertBusiness.business.participants.nodes.9.r34.99');
  }
});
