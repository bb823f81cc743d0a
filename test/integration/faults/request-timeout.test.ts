import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEventStream } from '../../support/clients/event-client.ts';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { untilWaiting } from '../../support/probes/locks.ts';
import { linesOf } from '../../support/probes/log-lines.ts';

const database = useDatabase();
let gateway: OpenGateway;
let businessId = 0;

beforeAll(async () => {
  gateway = await openGateway(database.url, { REQUEST_TIMEOUT_MS: '3000' });
  const made = await makeBusiness(gateway.db, gateway.service.serviceId, { externalId: 1 });
  businessId = made.id;
});
afterAll(async () => await gateway.close());

const CHANGE = 'mutation { upsertBusiness(input: { externalId: 1, code: "F/9" }) { __typename } }';
const READ = '{ businesses { nodes { code } } }';
const SUBSCRIPTION = 'subscription { businessEvents { __typename } }';

function timedOutLines() {
  return linesOf(gateway.logs()).filter((line) => line['outcome'] === 'timed_out');
}

it('a request older than REQUEST_TIMEOUT_MS is ended on both wires, its change goes on, a stream stays', async () => {
  const { headers } = gateway.service;
  const stream = await openEventStream(gateway.url, { headers, query: SUBSCRIPTION });
  expect(await stream.block()).toBeDefined();
  const client = await database.pool.connect();
  await client.query('begin; lock table businesses in access exclusive mode');
  const path = `/api/v4/business/detail?id=${businessId}`;
  const asked = [gateway.graphql(READ), gateway.graphql(CHANGE), gateway.request('GET', path)];
  await untilWaiting(gateway.db, 3);
  const [read, change, detail] = await Promise.all(asked);
  const refused = { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] };
  expect(read).toMatchObject({ status: 503, body: refused });
  expect(change).toMatchObject({ status: 503, body: refused });
  expect(String(at(read?.body, 'errors', 0, 'message'))).toContain('the time limit of 3000 ms');
  // The document of this path knows no 503.
  expect(detail).toMatchObject({ status: 500, body: { code_message: 'server_error' } });
  await expect.poll(() => timedOutLines().length).toBe(3);
  expect(timedOutLines().map(({ level }) => level)).toEqual([40, 40, 40]);
  await client.query('rollback');
  client.release();
  const codeNow = async () => at(dataOf(await gateway.graphql(READ)), 'businesses', 'nodes', 0);
  await expect.poll(codeNow).toEqual({ code: 'F/9' });
  expect(await stream.next()).toMatchObject({ event: 'next' });
});
