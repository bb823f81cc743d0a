import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { head, openRaw, type RawConnection, statusesOf } from '../../support/clients/raw-http.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { linesOf } from '../../support/probes/log-lines.ts';

const gateway = useGateway({
  BODY_BYTES_MAX: '1000',
  FILE_BYTES_MAX: '1000',
  REQUEST_BUDGET: '60',
});
const withoutFiles = useGateway({ FILE_MASTER_KEYS: '' });
const impatient = useGateway({ REQUEST_TIMEOUT_MS: '600' });

const PIECES = 8;
const PIECE = Buffer.alloc(16 * 1024, 'x');
const LENGTH = String((1 + PIECES) * PIECE.byteLength);
const LIVE = head('GET /health/live');
const LIVE_AT_END = head('GET /health/live', { connection: 'close' });

const IMPORT = 'POST /api/v4/quiz/answers/import/api';
const UPLOAD = 'POST /api/v4/file/upload';
const JSON_BODY = { 'content-type': 'application/json', 'content-length': LENGTH };
const FORM = { 'content-type': 'multipart/form-data; boundary=cut', 'content-length': LENGTH };
const FILE_PART =
  '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7\n';

type Refused = {
  line: string;
  headers: Record<string, string>;
  from?: typeof gateway;
  /** Beginning of the body. The rest is sent after the response. */
  begin?: string;
  /** Headers of the caller; by default those of the service. */
  caller?: () => Promise<Record<string, string>> | Record<string, string>;
};

const anonymous = () => ({});

async function createService(options: { scopes?: [] } = {}): Promise<TestService> {
  return await createTestService(gateway.db, await createTestTokens(gateway.db), options);
}

async function withoutScopes(): Promise<Record<string, string>> {
  return (await createService({ scopes: [] })).headers;
}

async function withoutRequests(): Promise<Record<string, string>> {
  const { headers } = await createService();
  let status = 0;
  while (status !== 429)
    ({ status } = await gateway.request('GET', '/api/v4/business/detail?id=1', { headers }));
  return headers;
}

const REFUSALS: [status: number, what: string, refused: Refused][] = [
  [400, 'no host', { line: UPLOAD, headers: { ...FORM, host: 'a\r\nhost: b' } }],
  [
    400,
    'a form without a boundary',
    { line: UPLOAD, headers: { ...FORM, 'content-type': 'multipart/form-data' } },
  ],
  [401, 'an unknown caller of v4', { line: IMPORT, headers: JSON_BODY, caller: anonymous }],
  [
    401,
    'an unknown caller of the graph',
    { line: 'POST /graphql', headers: JSON_BODY, caller: anonymous },
  ],
  [401, 'an unknown caller of an upload', { line: UPLOAD, headers: FORM, caller: anonymous }],
  [403, 'an upload without the scope', { line: UPLOAD, headers: FORM, caller: withoutScopes }],
  [404, 'an unknown path', { line: 'POST /nowhere', headers: JSON_BODY }],
  [405, 'a page', { line: 'POST /health/live', headers: JSON_BODY }],
  [413, 'a body of v4', { line: IMPORT, headers: JSON_BODY }],
  [413, 'a body of the graph', { line: 'POST /graphql', headers: JSON_BODY }],
  [
    413,
    'a stream of the graph',
    { line: 'POST /graphql', headers: { ...JSON_BODY, accept: 'text/event-stream' } },
  ],
  [413, 'a file', { line: UPLOAD, headers: FORM, begin: FILE_PART }],
  [
    415,
    'a body of the graph that is no JSON',
    { line: 'POST /graphql', headers: { ...JSON_BODY, 'content-type': 'text/plain' } },
  ],
  [417, 'an expectation', { line: UPLOAD, headers: { ...FORM, expect: 'a-miracle' } }],
  [429, 'a request too many', { line: IMPORT, headers: JSON_BODY, caller: withoutRequests }],
  [503, 'an upload without a file storage', { line: UPLOAD, headers: FORM, from: withoutFiles }],
];

/** Counts the logged responses to requests other than those of this client about the health. */
function countResponses({ logs }: typeof gateway): number {
  return linesOf(logs).filter(({ msg, method }) => msg === 'request' && method !== 'GET').length;
}

/** Sends a piece of a body, after the gateway has had time to notice the one before. */
async function sendPiece({ socket }: RawConnection, from: typeof gateway): Promise<void> {
  await fetch(`${from.url}/health/live`);
  await new Promise((resolve) => {
    socket.write(PIECE, resolve);
  });
}

/** Sends the beginning of a request, the rest once it is answered, and reads nothing before all is sent. */
async function sendBeforeReading(
  connection: RawConnection,
  { from = gateway, text }: { from?: typeof gateway; text: string },
): Promise<void> {
  const before = countResponses(from);
  connection.socket.pause();
  connection.send(text);
  await expect.poll(() => countResponses(from), { interval: 5 }).toBeGreaterThan(before);
  for (let sent = 0; sent < PIECES; sent += 1) await sendPiece(connection, from);
}

async function refuse(refused: Refused, connection: RawConnection, further = {}): Promise<void> {
  const {
    line,
    headers,
    begin = '',
    from = gateway,
    caller = () => from.service.headers,
  } = refused;
  const first = Buffer.alloc(PIECE.byteLength, 'x');
  first.write(begin);
  const text = head(line, { ...(await caller()), ...headers, ...further }) + first.toString();
  await sendBeforeReading(connection, { from, text });
  connection.send(LIVE_AT_END);
  connection.socket.resume();
}

describe('a client that reads nothing before it has sent all receives the response to an incomplete request', () => {
  it.each(REFUSALS)(
    '%i to %s, on a connection that ends with it',
    async (status, _what, refused) => {
      const connection = await openRaw((refused.from ?? gateway).url);
      await refuse(refused, connection, { connection: 'close' });
      expect(statusesOf(await connection.untilClosed())).toEqual([status]);
    },
  );

  it.each(REFUSALS)(
    '%i to %s, on a connection that was used before',
    async (status, _what, refused) => {
      const connection = await openRaw((refused.from ?? gateway).url);
      connection.send(LIVE);
      await connection.untilReceived('live');
      await refuse(refused, connection);
      const isClosed = /^connection: close\r$/im.test(
        (await connection.untilClosed()).split('HTTP/1.1')[2] ?? '',
      );
      expect(statusesOf(connection.received())).toEqual([200, status, ...(isClosed ? [] : [200])]);
    },
  );

  it('408 to a body that comes too slowly, and to a head', async () => {
    const headers = { ...impatient.service.headers, ...JSON_BODY };
    for (const text of [head(IMPORT, headers), `${IMPORT} HTTP/1.1\r\nhost: `]) {
      const connection = await openRaw(impatient.url);
      await sendBeforeReading(connection, { from: impatient, text });
      connection.socket.resume();
      expect(statusesOf(await connection.untilClosed())).toEqual([408]);
    }
  });

  it('400 to what is no HTTP, and 405 to CONNECT', async () => {
    for (const [status, text] of [
      [400, `EHLO ${randomBytes(9).toString('hex')}\r\n\r\n`],
      [405, head('CONNECT gateway:443')],
    ] as const) {
      const connection = await openRaw(gateway.url);
      await sendBeforeReading(connection, { text });
      connection.socket.resume();
      expect(statusesOf(await connection.untilClosed())).toEqual([status]);
    }
  });

  it('413 is the only response to a request whose rest does not come in time', async () => {
    const connection = await openRaw(impatient.url);
    const headers = { ...impatient.service.headers, ...JSON_BODY, 'content-length': '99000000' };
    await sendBeforeReading(connection, { from: impatient, text: head(IMPORT, headers) });
    connection.socket.resume();
    expect(statusesOf(await connection.untilClosed())).toEqual([413]);
  });
});
