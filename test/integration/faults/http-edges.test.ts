import { describe, expect, it } from 'vitest';
import { exchangeRaw, head, openRaw, statusesOf } from '../../support/clients/raw-http.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { openGateway } from '../../support/gateway/open-gateway.ts';

const gateway = useGateway({ BODY_BYTES_MAX: '1000' });
/** Refuses what is not sent in time, which on a busy machine may be anything. */
const impatient = useGateway({ REQUEST_TIMEOUT_MS: '600' });

const CLOSE = { connection: 'close' };
const IMPORT = '/api/v4/quiz/answers/import/api';

/** One answer, whole, with all that every answer has. */
function expectAnswer(received: string, status: number): void {
  expect(statusesOf(received)).toEqual([status]);
  const [heading = '', body = ''] = received.split('\r\n\r\n');
  expect(heading).toMatch(/^x-request-id: [0-9a-f-]{36}$/im);
  const length = /^content-length: (\d+)$/im.exec(heading)?.[1];
  expect(Buffer.byteLength(body)).toBe(Number(length));
  expect(body).not.toMatch(/node_modules|\bat \/|select |pg_|kysely/i);
}

describe('what is refused before it is a request', () => {
  it.each([
    ['400 answers what is no HTTP', 400, 'EHLO gateway\r\n\r\n'],
    ['400 answers a request without a host', 400, 'GET /health/live HTTP/1.1\r\n\r\n'],
    ['400 answers two hosts', 400, 'GET /health/live HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
    [
      '400 answers a length that is no number',
      400,
      head('POST /graphql', { 'content-length': 'x' }),
    ],
    [
      '400 answers a length and chunks together',
      400,
      head('POST /graphql', { 'content-length': '3', 'transfer-encoding': 'chunked' }),
    ],
    [
      '400 answers a header that is folded',
      400,
      'GET / HTTP/1.1\r\nhost: a\r\nx-a: 1\r\n 2\r\n\r\n',
    ],
    ['400 answers white space before a colon', 400, 'GET / HTTP/1.1\r\nhost : a\r\n\r\n'],
    ['400 answers bare line feeds', 400, 'GET / HTTP/1.1\nhost: a\n\n'],
    ['417 answers an unknown expectation', 417, head('GET /health/live', { expect: 'a-miracle' })],
    ['405 answers CONNECT', 405, head('CONNECT gateway:443')],
    [
      '431 answers headers over 16 KiB',
      431,
      head('GET /health/live', { 'x-a': 'a'.repeat(20_000) }),
    ],
    ['431 answers a path over 16 KiB', 431, head(`GET /health/live?${'a'.repeat(20_000)}`)],
    [
      '431 answers headers over 16 KiB in small pieces',
      431,
      head('GET /', Object.fromEntries(Array.from({ length: 1900 }, (_, n) => [`x-${n}`, '1']))),
    ],
  ])('%s', async (_title, status, text) => {
    expectAnswer(await exchangeRaw(gateway.url, text), status);
  });

  it('408 answers who sends a head too slowly', async () => {
    const connection = await openRaw(impatient.url);
    connection.send('GET /health/live HTTP/1.1\r\nhost: ga');
    expectAnswer(await connection.untilClosed(), 408);
  });

  it('408 answers who sends a body too slowly, and nothing is done', async () => {
    const connection = await openRaw(impatient.url);
    const length = { ...impatient.service.headers, 'content-length': '20' };
    connection.send(head('POST /api/v4/fiduciary/1/complete', length));
    connection.send('{"delete_mode"');
    expectAnswer(await connection.untilClosed(), 408);
  });
});

describe('an odd request is answered like any other', () => {
  it.each([
    [404, 'GET //health/live'],
    [404, 'GET /health/live%00'],
    [404, 'GET /%00'],
    [404, 'GET /../../etc/passwd'],
    [404, 'GET /api/../health/live'],
    [404, 'OPTIONS *'],
    [401, 'GET /api/v4/%2e%2e/health'],
    [401, 'TRACE /api/v4/business/detail'],
    [405, 'PUT /health/live'],
    [405, 'DELETE /health/ready'],
    [200, 'GET http://gateway/health/live'],
    [200, 'GET http://another.example:81/health/live?x=1#y'],
    [200, 'GET http://gateway'],
    [200, 'GET http://gateway?x'],
    [404, 'GET http://gateway/nowhere'],
  ])('%i answers %s', async (status, line) => {
    expectAnswer(await exchangeRaw(gateway.url, head(line, CLOSE)), status);
  });

  it('TRACE does not send back what it was sent', async () => {
    const sent = head('TRACE /health/live', { ...CLOSE, 'x-secret': 'canario' });
    expect(await exchangeRaw(gateway.url, sent)).not.toContain('canario');
  });

  it('an upgrade is not made, and the request answered as it is', async () => {
    const upgrade = { connection: 'upgrade', upgrade: 'websocket' };
    const connection = await openRaw(gateway.url);
    connection.send(head('GET /health/live', upgrade));
    await connection.untilReceived('live');
    expectAnswer(connection.received(), 200);
    connection.socket.destroy();
  });

  it('HTTP/1.0 without a host is answered and its connection ended', async () => {
    expectAnswer(await exchangeRaw(gateway.url, 'GET /health/live HTTP/1.0\r\n\r\n'), 200);
  });

  it('pipelined requests are answered in their order', async () => {
    const { headers } = gateway.service;
    const lines = ['GET /health/live', 'GET /api/v4/business/detail?id=x', 'GET /nowhere'];
    const sent = lines.map((line) => head(line, headers)).join('');
    const received = await exchangeRaw(gateway.url, sent + head('GET /health/ready', CLOSE));
    expect(statusesOf(received)).toEqual([200, 400, 404, 200]);
    expect(new Set(received.match(/x-request-id: \S+/g)).size).toBe(4);
  });

  it('a request is answered before the garbage behind it ends its connection', async () => {
    const sent = head('GET /api/v4/business/detail?id=1', gateway.service.headers);
    expectAnswer(await exchangeRaw(gateway.url, `${sent}\u0001garbage\r\n\r\n`), 200);
  });
});

describe('a header of the credentials', () => {
  const line = 'GET /api/v4/business/detail?id=1';

  it('200 whatever the case of its name', async () => {
    const { authorization, service, 'x-api-key': apiKey } = gateway.service.headers;
    const headers = { AUTHORIZATION: authorization, Service: service, 'X-Api-Key': apiKey };
    const sent = head(line, { ...headers, ...CLOSE });
    expectAnswer(await exchangeRaw(gateway.url, sent), 200);
  });

  it.each(['authorization', 'x-api-key', 'service'] as const)(
    '401 %s that comes twice',
    async (name) => {
      const { headers } = gateway.service;
      const again = { [name.toUpperCase()]: headers[name] };
      const sent = head(line, { ...headers, ...again, ...CLOSE });
      expectAnswer(await exchangeRaw(gateway.url, sent), 401);
    },
  );
});

async function refuseHeaders(): Promise<never> {
  return await Promise.reject(new Error('select the demo'));
}

describe('a page', () => {
  it('500 answers where the demo headers cannot be made, and says nothing of why', async () => {
    const origin = 'https://app.example';
    const settings = { CORS_ORIGINS: origin };
    const server = await openGateway(gateway.databaseUrl, settings, refuseHeaders);
    for (const method of ['GET', 'HEAD', 'GET']) {
      const reply = await fetch(`${server.url}/graphiql`, { method, headers: { origin } });
      expect(reply.status).toBe(500);
      expect(reply.headers.get('access-control-allow-origin')).toBe(origin);
      expect(await reply.text()).not.toContain('demo');
    }
    expect(server.logs()).toContain('a request could not be answered');
    await server.close();
  });
});

describe('a body over the limit', () => {
  const body = JSON.stringify({ user_id: 1, templates: ['a'.repeat(3000)] });

  it.each([IMPORT, '/graphql'])('413 %s by its length, before it is sent', async (path) => {
    const connection = await openRaw(gateway.url);
    const length = { 'content-length': '1001', 'content-type': 'application/json' };
    connection.send(head(`POST ${path}`, { ...gateway.service.headers, ...length }));
    await connection.untilReceived('\r\n\r\n');
    expectAnswer(connection.received(), 413);
    connection.socket.destroy();
  });

  it.each([IMPORT, '/graphql'])('413 %s by chunks, and the connection goes on', async (path) => {
    const connection = await openRaw(gateway.url);
    const chunked = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' };
    connection.send(head(`POST ${path}`, { ...gateway.service.headers, ...chunked }));
    connection.send(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    connection.send(head('GET /health/live', CLOSE));
    expect(statusesOf(await connection.untilClosed())).toEqual([413, 200]);
  });

  it.each([IMPORT, '/graphql'])('413 %s that comes at once with its head', async (path) => {
    const chunked = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' };
    const sent = head(`POST ${path}`, { ...gateway.service.headers, ...chunked, ...CLOSE });
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expectAnswer(await exchangeRaw(gateway.url, sent + chunk), 413);
  });

  it('413 reaches a client that sends many times the limit before it reads', async () => {
    const connection = await openRaw(gateway.url);
    const size = 4_000_000;
    const { headers } = gateway.service;
    connection.send(
      head(`POST ${IMPORT}`, { ...headers, ...CLOSE, 'content-length': String(size) }),
    );
    connection.send('a'.repeat(size));
    expectAnswer(await connection.untilClosed(), 413);
  });
});
