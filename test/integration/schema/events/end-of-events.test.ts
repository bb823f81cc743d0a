import { beforeEach, describe, expect, it } from 'vitest';
import type { TokenIssuer } from '../../../../src/auth/tokens.ts';
import { revokeServiceKey } from '../../../../src/resolvers/service/revoke-service-key.ts';
import {
  type EventRequest,
  type EventStream,
  openEventStream,
} from '../../../support/clients/event-client.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import {
  type Node,
  NUMBERS,
  recordNumbers,
  startNode,
  takeNumbers,
} from '../../../support/gateway/event-nodes.ts';

const database = useDatabase();
let tokens: TokenIssuer;
let ours: TestService;

beforeEach(async () => {
  tokens = await createTestTokens(database.db);
  ours = await createTestService(database.db, tokens);
});

async function subscribe(node: Node, headers = ours.headers): Promise<EventStream> {
  return await openEventStream(node.url, { headers, query: NUMBERS });
}

async function begin(node: Node, headers = ours.headers): Promise<EventStream> {
  const stream = await subscribe(node, headers);
  expect(await stream.block()).toHaveProperty('id');
  return stream;
}

/** The rest of a stream, whose connection is closed behind it. */
async function restOf(stream: EventStream): Promise<unknown[]> {
  const blocks: unknown[] = [];
  for (let block = await stream.next(); block !== undefined; block = await stream.next())
    blocks.push(block);
  return blocks;
}

const EXPIRED = [
  {
    event: 'next',
    data: {
      errors: [
        {
          message: 'The credentials have expired or were revoked.',
          extensions: { code: 'NOT_AUTHORIZED', code_message: 'unauthorized' },
        },
      ],
    },
  },
  { event: 'complete', data: null },
];

async function refusalOf(stream: EventStream): Promise<unknown> {
  const [refusal, complete, ...others] = await restOf(stream);
  expect([complete, ...others]).toEqual([{ event: 'complete', data: null }]);
  return refusal;
}

describe('a stream ends, and says why,', () => {
  it('when the token expires', async () => {
    const node = await startNode(database.url);
    const { stream, expiresAt } = await beginBriefly(node);
    expect(await restOf(stream)).toEqual(EXPIRED);
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime());
  });

  it.each([
    ['the key is revoked', revokeKey],
    ['the user is disabled', disableUser],
  ])('when %s, and others go on', async (_what, forbid) => {
    const node = await startNode(database.url);
    const others = await createTestService(database.db, tokens);
    const [stream, other] = [await begin(node), await begin(node, others.headers)];
    await forbid();
    expect(await restOf(stream)).toEqual(EXPIRED);
    await recordNumbers(database.db, others.serviceId, [1]);
    expect(await takeNumbers(other, 1)).toEqual([1]);
  });
});

/** Begins with a token that expires soon; with a longer one when a busy machine took until then. */
async function beginBriefly(
  node: Node,
  seconds = 2,
): Promise<{ stream: EventStream; expiresAt: Date }> {
  const { accessToken, expiresAt } = await tokens.issue({ ...ours.caller }, seconds);
  const headers = { ...ours.headers, authorization: `Bearer ${accessToken}` };
  const stream = await begin(node, headers).catch(() => undefined);
  return stream === undefined ? await beginBriefly(node, 2 * seconds) : { stream, expiresAt };
}

async function revokeKey(): Promise<void> {
  await revokeServiceKey(database.db, { service: ours.service, prefixOrKey: ours.apiKey });
}

async function disableUser(): Promise<void> {
  await database.db
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('service_id', '=', ours.serviceId)
    .execute();
}

describe('a server that stops', () => {
  it('ends its streams at once, unfinished, so that clients connect again', async () => {
    // A stop that waits for its streams never ends.
    const node = await startNode(database.url, { SHUTDOWN_TIMEOUT_MS: '600000' });
    const streams = [await begin(node), await begin(node)];
    await node.stop();
    for (const stream of streams) {
      expect(await restOf(stream)).toEqual([]);
      expect(stream.response.complete).toBe(true);
    }
  });
});

describe('a subscriber that has got nothing for a while', () => {
  it('gets its place, also past events that were not for it', async () => {
    const node = await startNode(database.url, { EVENT_HEARTBEAT_MS: '100' });
    const query = 'subscription { businessEvents(types: BUSINESS_COMPLETED) { id } }';
    const stream = await openEventStream(node.url, { headers: ours.headers, query });
    const start = await stream.block();
    expect(await stream.block()).toEqual(start);
    await recordNumbers(database.db, ours.serviceId, [1, 2]);
    let place = await stream.block();
    while (place?.id === start?.id) place = await stream.block();
    const again = { headers: ours.headers, query: NUMBERS, lastEventId: place?.id };
    const later = await openEventStream(node.url, again);
    await recordNumbers(database.db, ours.serviceId, [3]);
    const [first = 0] = await takeNumbers(later, 1);
    expect(first).toBeGreaterThan(1);
  });
});

describe('a subscriber that takes nothing', () => {
  it('is cut off, which makes room for another, and gets the rest when it comes back', async () => {
    const env = { EVENT_STALL_MS: '200', EVENT_SUBSCRIBERS_PER_SERVICE_MAX: '1' };
    const node = await startNode(database.url, env);
    const query =
      'subscription { businessEvents { ... on AnswersImportedEvent { userId templates } } }';
    const stalled = await openEventStream(node.url, { headers: ours.headers, query });
    await stalled.block();
    stalled.response.pause();
    // 20 MB: more than the buffers of a connection take.
    await database.pool.query(
      `insert into business_events (service_id, type, user_id, template_keys)
       select $1, 'answers_imported', n, array[repeat('k', 10000)] from generate_series(1, 2000) n`,
      [ours.serviceId],
    );
    const back = { headers: ours.headers, query, lastEventId: stalled.lastId() };
    const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(await takeNumbers(await subscribeInTime(node, back), 100)).toEqual(numbers);
  });
});

/** Asks until it is not refused: the server hears of a connection that is gone when it hears of it. */
async function subscribeInTime(node: Node, asked: EventRequest): Promise<EventStream> {
  const stream = await openEventStream(node.url, asked);
  const isRefused = JSON.stringify(await stream.peek()).includes('LIMIT_EXCEEDED');
  return isRefused ? await subscribeInTime(node, asked) : stream;
}

describe('subscribers over a bound', () => {
  it.each([
    ['of the process', { EVENT_SUBSCRIBERS_MAX: '3' }],
    ['of one service', { EVENT_SUBSCRIBERS_PER_SERVICE_MAX: '2' }],
  ])('%s are refused until others leave', async (_what, env) => {
    const node = await startNode(database.url, env);
    const theirs = await createTestService(database.db, tokens);
    const streams = [await begin(node), await begin(node), await begin(node, theirs.headers)];
    const refusal = await refusalOf(await subscribe(node));
    const extensions = { code: 'LIMIT_EXCEEDED', code_message: 'too_many_requests' };
    expect(refusal).toMatchObject({ data: { errors: [{ extensions }] } });
    streams[0]?.drop();
    const stream = await subscribeInTime(node, { headers: ours.headers, query: NUMBERS });
    await recordNumbers(database.db, ours.serviceId, [1]);
    expect(await takeNumbers(stream, 1)).toEqual([1]);
  });
});

function error(code: string): object {
  return { data: { errors: [{ extensions: { code } }] } };
}

describe('a subscription is refused', () => {
  it('for a caller without the scope, an empty list of types and an unknown business', async () => {
    const node = await startNode(database.url);
    const { accessToken } = await tokens.issue({ ...ours.caller, scopes: new Set() });
    const unscoped = { ...ours.headers, authorization: `Bearer ${accessToken}` };
    const errorOf = async (query: string, headers = ours.headers): Promise<unknown> =>
      await refusalOf(await openEventStream(node.url, { headers, query }));
    expect(await errorOf(NUMBERS, unscoped)).toMatchObject(error('NOT_AUTHORIZED'));
    const typeless = 'subscription { businessEvents(types: []) { id } }';
    expect(await errorOf(typeless)).toMatchObject(error('VALIDATION_FAILED'));
    const unknown = 'subscription { businessEvents(business: {code: "none"}) { id } }';
    expect(await errorOf(unknown)).toMatchObject(error('BUSINESS_NOT_FOUND'));
  });

  it('406 without text/event-stream, 401 without a token', async () => {
    const node = await startNode(database.url);
    const post = async (headers: Record<string, string>): Promise<Response> =>
      await fetch(`${node.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body: JSON.stringify({ query: NUMBERS }),
      });
    const unaccepted = await post(ours.headers);
    expect(unaccepted.status).toBe(406);
    expect(await unaccepted.json()).toEqual({
      errors: [
        {
          message: 'A subscription requires the response type text/event-stream.',
          extensions: { code: 'NOT_ACCEPTABLE', code_message: 'invalid_request' },
        },
      ],
    });
    const { authorization, ...keyOnly } = ours.headers;
    expect(authorization).toBeDefined();
    const tokenless = await post({ ...keyOnly, accept: 'text/event-stream' });
    expect(tokenless.status).toBe(401);
  });
});
