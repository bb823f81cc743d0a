import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTokenIssuer } from '../../../src/auth/tokens.ts';
import { UNAUTHENTICATED } from '../../support/clients/v4.ts';
import { dumpTables } from '../../support/database/tables.ts';
import {
  createTestService,
  createTestTokens,
  NO_VAULT,
  type TestService,
  TOKEN_OPTIONS,
} from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
let other: TestService;
let expired = '';
let revoked = '';

beforeAll(async () => {
  const { db, service } = gateway;
  const tokens = await createTestTokens(db);
  other = await createTestService(db, tokens);
  const { serviceId, service: name, userId, caller } = service;
  const grant = { serviceId, service: name, userId, scopes: caller.scopes };
  const early = await createTokenIssuer({
    db,
    vault: NO_VAULT,
    options: TOKEN_OPTIONS,
    now: () => Date.now() - 7_200_000,
  });
  expired = (await early.issue(grant)).accessToken;
  const withRevokedKey = await createTestService(db, tokens);
  revoked = withRevokedKey.apiKey;
  await db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('service_id', '=', withRevokedKey.serviceId)
    .execute();
});

type Change = (good: OutgoingHttpHeaders) => OutgoingHttpHeaders;
const without =
  (name: string): Change =>
  (good) =>
    Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
const put =
  (name: string, value: () => string | string[]): Change =>
  (good) => ({ ...good, [name]: value() });
const bearer = (token: () => string) => put('authorization', () => `Bearer ${token()}`);
const ownToken = () => gateway.service.headers.authorization.slice('Bearer '.length);

/** Sets some signs of a text to other ones of the same kind. */
function tamper(value: string, at: number): string {
  const sign = value.at(at) === 'A' ? 'B' : 'A';
  const index = at < 0 ? value.length + at : at;
  return value.slice(0, index) + sign + value.slice(index + 1);
}

const CAUSES: [name: string, change: Change][] = [
  ['no header at all', () => ({})],
  ['no Authorization', without('authorization')],
  ['no x-api-key', without('x-api-key')],
  ['no service', without('service')],
  ['an empty Authorization', put('authorization', () => '')],
  ['another scheme', put('authorization', () => `Basic ${ownToken()}`)],
  ['a token without its scheme', put('authorization', ownToken)],
  ['a token that is none', bearer(() => 'abc')],
  ['a token with a changed signature', bearer(() => tamper(ownToken(), -10))],
  ['a token with changed claims', bearer(() => tamper(ownToken(), ownToken().indexOf('.') + 20))],
  ['an expired token', bearer(() => expired)],
  ['a token of another service', put('authorization', () => other.headers.authorization)],
  ['a key that is none', put('x-api-key', () => 'abc')],
  ['a key with a changed secret', put('x-api-key', () => tamper(gateway.service.apiKey, -1))],
  ['a key of another service', put('x-api-key', () => other.apiKey)],
  ['a revoked key', put('x-api-key', () => revoked)],
  ['an unknown service', put('service', () => 'nobody')],
  ['another service', put('service', () => other.service)],
  ['the service in another case', put('service', () => gateway.service.service.toUpperCase())],
  ['two services', put('service', () => [gateway.service.service, gateway.service.service])],
  ['two keys', put('x-api-key', () => [gateway.service.apiKey, gateway.service.apiKey])],
];

/** node:http and not fetch: it sends a header twice and a body with any method. */
async function send(target: string, headers: OutgoingHttpHeaders, body = '') {
  const [method = '', path = ''] = target.split(' ');
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof read>>>();
  const outgoing = httpRequest(`${gateway.url}${path}`, { method, headers }, (incoming) => {
    read(incoming).then(resolve, reject);
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return await promise;
}

async function read(incoming: Parameters<Parameters<typeof httpRequest>[2] & object>[0]) {
  const { statusCode: status, headers } = incoming;
  return { status, challenge: headers['www-authenticate'], text: await text(incoming) };
}

const REFUSED = { ...UNAUTHENTICATED, challenge: 'Bearer' };

describe('a v4 request without one known caller', () => {
  it('200 is what the headers that the cases below change are good for', async () => {
    const reply = await send('GET /api/v4/business/detail?id=1', gateway.service.headers);
    expect(reply.status).toBe(200);
  });

  it.each(CAUSES)(
    '401 is the answer to %s, with one body for every cause',
    async (_name, change) => {
      const headers = change(gateway.service.headers);
      const before = await dumpTables(gateway.db);
      expect(await send('GET /api/v4/business/detail?id=1', headers)).toEqual(REFUSED);
      const complete = '/api/v4/fiduciary/1/complete';
      expect(await send(`POST ${complete}`, headers, '{"delete_mode":"all"}')).toEqual(REFUSED);
      expect(await dumpTables(gateway.db)).toEqual(before);
    },
  );

  it.each([
    ['an unknown path', 'GET /api/v4/nope', ''],
    ['the bare prefix', 'GET /api/v4', ''],
    ['a path of no form', 'GET /api/v4/%E0%A4%A', ''],
    ['a wrong method', 'DELETE /api/v4/business/detail?id=1', ''],
    ['OPTIONS', 'OPTIONS /api/v4/business/detail', ''],
    ['a missing id', 'GET /api/v4/business/detail', ''],
    ['a malformed id', 'POST /api/v4/fiduciary/abc/complete', '{}'],
    ['a malformed body', 'POST /api/v4/quiz/answers/import/api', '{'],
    ['a body over the limit', 'POST /api/v4/quiz/answers/import/api', 'x'.repeat(2_000_000)],
    ['the asking for a token', 'POST /api/v4/auth/token', '{'],
  ])('401 comes before anything else about %s', async (_name, target, body) => {
    expect(await send(target, {}, body)).toEqual(REFUSED);
    const headers = { ...gateway.service.headers, service: other.service };
    expect(await send(target, headers, body)).toEqual(REFUSED);
  });

  it('401 refuses a key without a token everywhere but where tokens are given out', async () => {
    const headers = without('authorization')(gateway.service.headers);
    for (const path of ['/api/v4/quiz/answers/import/api', '/api/v4/fiduciary/1/complete'])
      expect(await send(`POST ${path}`, headers, '{}')).toEqual(REFUSED);
    expect(await send('GET /api/v4/nope', headers)).toEqual(REFUSED);
    expect((await send('POST /api/v4/auth/token', headers, '{}')).status).toBe(400);
  });
});
