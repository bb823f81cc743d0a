import { beforeEach, describe, expect, it } from 'vitest';
import { at } from '../../../support/clients/graphql.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { type Reply, useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ TOKEN_BUDGET: '3', BUDGET_WINDOW_SECONDS: '600' });
let service: TestService;

beforeEach(async () => {
  service = await createTestService(gateway.db, await createTestTokens(gateway.db));
});

const ISSUE = `mutation ($email: String!) { issueAccessToken(input: { email: $email }) {
  ... on IssueAccessTokenPayload { accessToken } ... on UserError { code } } }`;

type Headers = Record<string, string>;

const onGraph = async ({ email, keyHeaders }: TestService, headers: Headers = keyHeaders) =>
  await gateway.graphql(ISSUE, { email }, headers);

const onV4 = async ({ email, keyHeaders }: TestService, headers: Headers = keyHeaders) =>
  await gateway.request('POST', '/api/v4/auth/token', { body: { email }, headers });

function expectRefusal(reply: Reply): void {
  expect(reply.status).toBe(429);
  const seconds = Number(reply.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(500);
  expect(seconds).toBeLessThanOrEqual(600);
}

describe('the budget of tokens of a service', () => {
  it('429 refuses further tokens on both wires until the window ends', async () => {
    expect((await onV4(service)).status).toBe(200);
    expect((await onGraph(service)).status).toBe(200);
    expect((await onV4(service)).status).toBe(200);
    const graph = await onGraph(service);
    expectRefusal(graph);
    expect(at(graph.body, 'errors', 0, 'extensions')).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      code_message: 'too_many_requests',
    });
    const v4 = await onV4(service);
    expectRefusal(v4);
    expect(v4.body).toMatchObject({ success: false, code_message: 'too_many_requests' });
  });

  it('issues exactly as many tokens to requests that come at once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, async () => await onV4(service)));
    const statuses = replies.map((reply) => reply.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it('is not spent by a caller that may not ask for tokens', async () => {
    for (let times = 0; times < 4; times += 1)
      expect((await onV4(service, service.headers)).status).toBe(403);
    expect((await onV4(service)).status).toBe(200);
  });

  it('is spent by requests for unknown users, so that addresses cannot be tried without end', async () => {
    const stranger = { ...service, email: 'nobody@example.test' };
    for (let times = 0; times < 3; times += 1) expect((await onV4(stranger)).status).toBe(401);
    expectRefusal(await onV4(service));
  });

  it('leaves another service its own', async () => {
    for (let times = 0; times < 4; times += 1) await onV4(service);
    const other = await createTestService(gateway.db, await createTestTokens(gateway.db));
    expect((await onV4(other)).status).toBe(200);
  });

  it('refuses nothing else of the service', async () => {
    for (let times = 0; times < 4; times += 1) await onV4(service);
    const reply = await gateway.graphql('{ viewer { service } }', {}, service.headers);
    expect(reply.status).toBe(200);
  });
});
