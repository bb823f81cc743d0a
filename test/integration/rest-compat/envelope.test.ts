import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { FORBIDDEN, NOT_FOUND, PAYLOAD_TOO_LARGE, sendV4 } from '../../support/clients/v4.ts';
import { dumpTables } from '../../support/database/tables.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const IMPORT = '/api/v4/quiz/answers/import/api';
const DETAIL = '/api/v4/business/detail';
const gateway = useGateway();
const importBody = () => JSON.stringify({ user_id: gateway.service.userId, templates: ['kyc'] });

describe('every v4 answer', () => {
  it.each([
    [200, 'GET', `${DETAIL}?id=1`],
    [400, 'GET', DETAIL],
    [404, 'GET', '/api/v4/nope'],
    [405, 'PUT', DETAIL],
  ])(
    '%i comes as UTF-8 JSON that nobody stores, with a request id',
    async (status, method, path) => {
      const reply = await sendV4(gateway, path, { method });
      expect(reply.status).toBe(status);
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(reply.headers.get('content-length')).toBe(String(Buffer.byteLength(reply.text)));
    },
  );

  it.each([
    'ana@example.test-0123456789',
    '525512345678901234',
    '0123-4567-8901-2345',
    '0b9a4c1e-52d7-4b0e-9b1e-3f5a6c7d8e9f0',
  ])('200 takes over a request id that is a UUID, and not %s', async (id) => {
    const uuid = '0b9a4c1e-52d7-4b0e-9b1e-3f5a6c7d8e9f';
    expect(await sendWithId(uuid)).toBe(uuid);
    expect(await sendWithId(id)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});

describe('a v4 body', () => {
  it.each([
    ['application/json'],
    ['Application/JSON; charset=UTF-8'],
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/xml'],
    ['nonsense'],
  ])('200 is read as JSON whatever its content type: %s', async (type) => {
    const headers = { ...gateway.service.headers, 'content-type': type };
    const reply = await sendV4(gateway, IMPORT, { body: importBody(), headers });
    expect(reply.status).toBe(200);
  });

  it('200 is read without any content type, behind a byte order mark, and in pieces', async () => {
    const bytes = new TextEncoder().encode(importBody());
    expect((await sendV4(gateway, IMPORT, { body: bytes })).status).toBe(200);
    const marked = new TextEncoder().encode(`\uFEFF${importBody()}`);
    expect((await sendV4(gateway, IMPORT, { body: marked })).status).toBe(200);
    expect((await sendInPieces(importBody().split(''))).status).toBe(200);
  });

  it('200 is the answer to unknown members and parameters, which are ignored', async () => {
    const extra = '{"__proto__":{"user_id":7},"constructor":1,"extra":{"deep":[null]},';
    const body = importBody().replace('{', extra);
    expect((await sendV4(gateway, `${IMPORT}?id=1&id=2&x=%00`, { body })).status).toBe(200);
  });

  it('200 needs no body to be read: one that is sent to a GET changes nothing', async () => {
    const reply = await sendInPieces(['x'.repeat(10)], { method: 'GET', path: `${DETAIL}?id=1` });
    expect(reply.status).toBe(200);
  });

  it('413 refuses a body over the limit that does not state its length, and the server lives on', async () => {
    const pieces = Array.from({ length: 40 }, () => ' '.repeat(64 * 1024));
    const reply = await sendInPieces(pieces);
    expect({ status: reply.status, text: JSON.stringify(reply.body) }).toEqual(PAYLOAD_TOO_LARGE);
    expect((await sendV4(gateway, IMPORT, { body: importBody() })).status).toBe(200);
  });
});

describe('a v4 path', () => {
  it.each([
    '/api/v4',
    '/api/v4/',
    '/api/v4/nope',
    `${DETAIL}//`,
    '/api/v4//business/detail',
    '/api/v4/business/Detail',
    '/api/v4/business/detail%2F',
    '/api/v4/business%2Fdetail',
    '/api/v4/fiduciary/1/2/complete',
    '/api/v4/fiduciary/1/complete/x/',
    '/api/v4/quiz/answers/import',
    '/api/v4/%00',
  ])('404 is the answer to %s', async (path) => {
    expect(await sendV4(gateway, path, { method: 'GET' })).toMatchObject(NOT_FOUND);
    expect(await sendV4(gateway, path, { body: '{' })).toMatchObject(NOT_FOUND);
  });

  it.each(['/api/v5/business/detail', '/api/v40', '/api/v4x/business/detail', '/business/detail'])(
    '404 is the answer to %s, which is not v4, whoever calls',
    async (path) => {
      const reply = await sendV4(gateway, path, { method: 'GET', headers: {} });
      expect(reply).toMatchObject(NOT_FOUND);
    },
  );
});

describe('a v4 caller without the scope', () => {
  let reader: TestService;
  let nobody: TestService;
  beforeAll(async () => {
    const tokens = await createTestTokens(gateway.db);
    reader = await createTestService(gateway.db, tokens, { scopes: ['business:read'] });
    nobody = await createTestService(gateway.db, tokens, { scopes: [] });
  });

  it('403 is refused, and nothing is changed', async () => {
    const before = await dumpTables(gateway.db);
    const cases = [
      { path: IMPORT, body: importBody(), headers: reader.headers },
      { path: '/api/v4/fiduciary/1/complete', body: '{}', headers: reader.headers },
      { path: `${DETAIL}?id=1`, method: 'GET', headers: nobody.headers },
    ];
    for (const { path, ...request } of cases) {
      const reply = await sendV4(gateway, path, request);
      expect(reply).toMatchObject(FORBIDDEN);
      expect(reply.headers.has('www-authenticate')).toBe(false);
    }
    expect(await dumpTables(gateway.db)).toEqual(before);
  });
});

async function sendWithId(id: string): Promise<string | null> {
  const headers = { ...gateway.service.headers, 'x-request-id': id };
  const reply = await sendV4(gateway, `${DETAIL}?id=1`, { method: 'GET', headers });
  return reply.headers.get('x-request-id');
}

async function sendInPieces(
  pieces: string[],
  { method = 'POST', path = IMPORT }: { method?: string; path?: string } = {},
): Promise<{ status: number | undefined; body: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    body: unknown;
  }>();
  const headers = { ...gateway.service.headers, 'transfer-encoding': 'chunked' };
  const outgoing = httpRequest(`${gateway.url}${path}`, { method, headers }, (incoming) => {
    json(incoming).then((body) => resolve({ status: incoming.statusCode, body }), reject);
  });
  outgoing.on('error', reject);
  for (const piece of pieces) outgoing.write(piece);
  outgoing.end();
  return await promise;
}
