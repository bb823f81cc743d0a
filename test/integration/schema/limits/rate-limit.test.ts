import { beforeEach, describe, expect, it } from 'vitest';
import { at, INSTANT } from '../../../support/clients/graphql.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({
  COST_BUDGET: '50',
  GRAPHQL_COST_MAX: '40',
  REQUEST_BUDGET: '5',
  BUDGET_WINDOW_SECONDS: '600',
});
let service: TestService;

beforeEach(async () => {
  service = await createTestService(gateway.db, await createTestTokens(gateway.db));
});

const send = async (query: string, headers: Record<string, string> = service.headers) =>
  await gateway.graphql(query, {}, headers);
const PAGE = (size: number) => `{ businesses(first: ${size}) { nodes { code } } }`;

const REFUSAL = {
  errors: [
    {
      message: 'The service has exceeded its rate limit. Retry after the time in Retry-After.',
      extensions: { code: 'LIMIT_EXCEEDED', code_message: 'too_many_requests' },
    },
  ],
};

/** The headers of draft-ietf-httpapi-ratelimit-headers-10, their seconds written as `T`. */
function limitsOf({ headers }: { headers: Headers }): (string | null)[] {
  const state = headers.get('ratelimit')?.replace(/t=(59\d|600)$/, 't=T') ?? null;
  return [headers.get('ratelimit-policy'), state];
}

describe('the cost budget of a service', () => {
  it('is told in the headers of every answer, refused ones too, and to nobody unknown', async () => {
    const policy = '"cost";q=50;w=600';
    expect(limitsOf(await send(PAGE(9)))).toEqual([policy, '"cost";r=40;t=T']);
    expect(limitsOf(await send('{'))).toEqual([policy, '"cost";r=39;t=T']);
    expect(limitsOf(await send(PAGE(41)))).toEqual([policy, '"cost";r=38;t=T']);
    const get = await gateway.request('GET', '/graphql', { headers: service.headers });
    expect(get.status).toBe(405);
    expect(limitsOf(get)).toEqual([policy, '"cost";r=37;t=T']);
    const unknown = await send(PAGE(1), { ...service.headers, 'x-api-key': 'wrong' });
    expect(unknown.status).toBe(401);
    expect(limitsOf(unknown)).toEqual([null, null]);
  });

  it('is shown by viewer.rateLimit, the request itself counted', async () => {
    await send(PAGE(9));
    const reply = await send('{ viewer { rateLimit { limit remaining resetAt cost } } }');
    expect(reply.body).toEqual({
      data: { viewer: { rateLimit: { limit: 50, remaining: 37, resetAt: INSTANT, cost: 3 } } },
    });
    const resetAt = String(at(reply.body, 'data', 'viewer', 'rateLimit', 'resetAt'));
    const seconds = (Date.parse(resetAt) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(601);
  });

  it('refuses with 429 what costs more than is left, runs none of it, and still takes what is cheaper', async () => {
    await send(PAGE(39));
    gateway.statements.length = 0;
    const refused = await send(PAGE(10));
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual(REFUSAL);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(limitsOf(refused)).toEqual(['"cost";q=50;w=600', '"cost";r=9;t=T']);
    expect(gateway.statements).toEqual([]);
    expect(await send(PAGE(8))).toMatchObject({ status: 200 });
  });

  it('refuses with 429 every request once it is spent, before its body is read', async () => {
    await send(PAGE(39));
    await send(PAGE(9));
    const refused = await send('no document');
    expect(refused).toMatchObject({ status: 429, body: REFUSAL });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('is that of all users and keys of the service, and of no other service', async () => {
    await send(PAGE(39));
    await send(PAGE(9));
    const withKeyAlone = { 'x-api-key': service.headers['x-api-key'], service: service.service };
    expect(await send('{ __typename }', withKeyAlone)).toMatchObject({ status: 429 });
    expect(await send(PAGE(39), gateway.service.headers)).toMatchObject({ status: 200 });
  });

  it('leaves the requests of the v4 interface alone', async () => {
    await send(PAGE(39));
    await send(PAGE(9));
    const path = '/api/v4/business/detail?id=1';
    const reply = await gateway.request('GET', path, { headers: service.headers });
    expect(reply.status).toBe(200);
  });

  it('leaves mutations undone that it cannot pay', async () => {
    await send(PAGE(39));
    const mutation = `mutation { issueAccessToken(input: { email: "${service.email}" }) { __typename } }`;
    expect(await send(mutation)).toMatchObject({ status: 429 });
    const events = await gateway.db
      .selectFrom('audit_events')
      .selectAll()
      .where('service_id', '=', service.serviceId)
      .where('action', 'like', 'access_token_%')
      .execute();
    expect(events).toEqual([]);
  });
});

const EVENTS = (size: number) =>
  `subscription { businessEvents { id ... on BusinessUpsertedEvent { business { participants(first: ${size}) { nodes { name } } } } } }`;
const subscribe = async (query: string) => {
  const headers = { ...service.headers, accept: 'text/event-stream' };
  return await gateway.request('POST', '/graphql', { body: { query }, headers });
};

describe('a subscription', () => {
  it('costs once, when it begins, what one of its events may cost', async () => {
    await send(PAGE(29));
    const headers = { ...service.headers, accept: 'text/event-stream' };
    const stop = new AbortController();
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: EVENTS(5) }),
      signal: stop.signal,
    });
    expect(response.status).toBe(200);
    expect(limitsOf(response)).toEqual(['"cost";q=50;w=600', '"cost";r=12;t=T']);
    stop.abort();
  });

  it('is refused like a query where it costs too much, or more than is left', async () => {
    const tooMuch = await subscribe(EVENTS(40));
    expect(tooMuch.body).toMatchObject({ errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] });
    await send(PAGE(39));
    const refused = await subscribe(EVENTS(20));
    expect(refused).toMatchObject({ status: 429, body: REFUSAL });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
