import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { head, openRaw, type RawConnection } from '../../support/clients/raw-http.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { alwaysYield } from '../../support/gateway/always-yield.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { expectNoFault } from '../../support/probes/no-fault.ts';

const database = useDatabase();
let gateway: OpenGateway;
let other: TestService;

/** Requests with the same text before it is a compiled operation. */
const UNCOMPILED = 3;

beforeAll(async () => {
  gateway = await openGateway(database.url, { HEAVY_WAIT_MS: '500' });
  const tokens = await createTestTokens(gateway.db);
  other = await createTestService(gateway.db, tokens, { name: 'other' });
  const roles = Array.from({ length: 100 }, () => 'R'.repeat(200));
  for (const { serviceId } of [gateway.service, other])
    await makeBusiness(gateway.db, serviceId, {
      externalId: 1,
      participants: Array.from({ length: 50 }, () => ({ roles })),
    });
});
afterAll(async () => await gateway.close());

/** A query whose response has about one megabyte for each alias. */
function rolesQuery(aliases: number): string {
  const fields = Array.from({ length: aliases }, (_, n) => `r${n}: roles`).join(' ');
  return `{ businesses { nodes { participants(first: 50) { nodes { ${fields} } } } } }`;
}

async function ask(query: string, { headers }: TestService) {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

async function statusOf(query: string, service: TestService): Promise<number> {
  return (await ask(query, service)).status;
}

it('answers a compiled query that grows too large each time, and releases its permit', async () => {
  const { service } = gateway;
  const query = rolesQuery(50);
  for (let count = 1; count <= UNCOMPILED + 3; count += 1) {
    expect(await ask(query, service)).toMatchObject({
      status: 200,
      body: { errors: [{ extensions: { code_message: 'payload_too_large' } }] },
    });
  }
  expect(await statusOf(rolesQuery(5), service)).toBe(200);
  expect(await ask(query, other)).toMatchObject({ status: 200, body: { errors: [{}] } });
  expect(await statusOf(rolesQuery(5), other)).toBe(200);
  await expectNoFault(gateway);
});

/** Turns of the event loop after the rows are read: the lists are completed in one slice of each turn. */
const TURNS_BEFORE_LEAVING = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

async function leaveAfter({ socket }: RawConnection, turns: number): Promise<void> {
  for (let turn = 1; turn <= turns; turn += 1) await nextTurn();
  socket.resetAndDestroy();
}

it('releases the permit of a compiled query whose client leaves in the middle', async () => {
  const { service } = gateway;
  const query = rolesQuery(7);
  alwaysYield();
  for (let count = 1; count <= UNCOMPILED; count += 1)
    expect(await statusOf(query, service)).toBe(200);
  const before = gateway.logs().split('"msg":"request"').length - 1;
  const body = JSON.stringify({ query });
  const headers = { ...service.headers, 'content-type': 'application/json' };
  const text = head('POST /graphql', { ...headers, 'content-length': String(body.length) }) + body;
  for (const turns of TURNS_BEFORE_LEAVING) {
    const connection = await openRaw(gateway.url);
    gateway.afterStatement.run = async (statement) => {
      if (statement.includes('roles')) void leaveAfter(connection, turns);
      await Promise.resolve();
    };
    connection.send(text);
    await connection.untilClosed();
  }
  gateway.afterStatement.run = async () => await Promise.resolve();
  const countLines = (member: string) => gateway.logs().split(member).length - 1;
  await expect.poll(() => countLines('"msg":"request"')).toBe(before + TURNS_BEFORE_LEAVING.length);
  expect(countLines('"status":499')).toBeGreaterThan(0);
  expect(await statusOf(query, service)).toBe(200);
  expect(await statusOf(query, other)).toBe(200);
  await expectNoFault(gateway);
});
