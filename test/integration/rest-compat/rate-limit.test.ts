import { beforeEach, describe, expect, it } from 'vitest';
import { sendV4, UNAUTHENTICATED } from '../../support/clients/v4.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const DETAIL = '/api/v4/business/detail?id=1';
const REFUSAL =
  '{"data":{},"message":"Too many requests","success":false,"code_message":"too_many_requests"}';
const gateway = useGateway({ REQUEST_BUDGET: '3', BUDGET_WINDOW_SECONDS: '600' });
let service: TestService;

beforeEach(async () => {
  service = await createTestService(gateway.db, await createTestTokens(gateway.db));
});

const send = async (path: string, request: object = {}) =>
  await sendV4(gateway, path, { method: 'GET', headers: service.headers, ...request });

async function spendAll(): Promise<void> {
  for (let index = 0; index < 3; index += 1) await send(DETAIL);
}

describe('the request budget of a service', () => {
  it('200 tells the rule and what is left in the headers of every answer', async () => {
    const reply = await send(DETAIL);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('ratelimit-policy')).toBe('"requests";q=3;w=600');
    expect(reply.headers.get('ratelimit')).toMatch(/^"requests";r=2;t=(59\d|600)$/);
    expect(reply.headers.get('retry-after')).toBeNull();
    const unknown = await send('/api/v4/nope');
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('ratelimit')).toMatch(/^"requests";r=1;/);
  });

  it('429 answers the envelope and the seconds to wait once it is spent, on every path', async () => {
    await spendAll();
    for (const path of [DETAIL, '/api/v4/nope', '/api/v4/fiduciary/1/complete']) {
      const reply = await send(path);
      expect(reply).toMatchObject({ status: 429, text: REFUSAL });
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(500);
      expect(reply.headers.get('ratelimit')).toMatch(/^"requests";r=0;/);
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(reply.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('429 deletes nothing', async () => {
    const { id } = await makeBusiness(gateway.db, service.serviceId, { participants: [{}] });
    await spendAll();
    const reply = await send(`/api/v4/fiduciary/${id}/complete`, { method: 'POST' });
    expect(reply).toMatchObject({ status: 429, text: REFUSAL });
    const left = gateway.db.selectFrom('participants').select('id');
    expect(await left.where('service_id', '=', service.serviceId).execute()).toHaveLength(1);
  });

  it('401 is answered to an unknown caller whatever is spent, and costs nobody a request', async () => {
    await spendAll();
    const headers = { ...service.headers, authorization: 'Bearer a.b.c' };
    const reply = await send(DETAIL, { headers });
    expect(reply).toMatchObject(UNAUTHENTICATED);
    expect(reply.headers.get('ratelimit')).toBeNull();
  });

  it('200 is still answered to another service, and to GraphQL', async () => {
    await spendAll();
    expect(await send(DETAIL, { headers: gateway.service.headers })).toMatchObject({ status: 200 });
    const graphql = await gateway.graphql('{ viewer { service } }', {}, service.headers);
    expect(graphql.status).toBe(200);
    expect(graphql.headers.get('ratelimit-policy')).toBe('"cost";q=200000000;w=600');
  });

  it('429 is answered where only a key is shown too', async () => {
    await spendAll();
    const { authorization: _, ...headers } = service.headers;
    const body = JSON.stringify({ email: service.email });
    const reply = await send('/api/v4/auth/token', { method: 'POST', headers, body });
    expect(reply).toMatchObject({ status: 429, text: REFUSAL });
  });
});
