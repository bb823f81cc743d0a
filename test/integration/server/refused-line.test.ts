import { describe, expect, it } from 'vitest';
import { exchangeRaw, head } from '../../support/clients/raw-http.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { linesOf } from '../../support/probes/log-lines.ts';

const gateway = useGateway();
/** Refuses what is not sent in time, which on a busy machine may be anything. */
const impatient = useGateway({ REQUEST_TIMEOUT_MS: '600' });

/** The line that tells of the answer, by the id that the answer has. */
async function lineOf(received: string, of = gateway) {
  const [, requestId = 'none'] = /^x-request-id: (\S+)/im.exec(received) ?? [];
  const find = () => linesOf(of.logs).filter((line) => line.requestId === requestId);
  await expect.poll(() => find().length, { interval: 2 }).toBe(1);
  return { line: find()[0], body: received.split('\r\n\r\n')[1] ?? '' };
}

describe('the line of what is refused before it is a request', () => {
  it.each([
    ['what is no HTTP', 'EHLO canario\r\n\r\n', undefined, 400, 'bad_request'],
    ['no host', 'GET /canario HTTP/1.1\r\n\r\n', 'GET', 400, 'bad_request'],
    ['a head that comes too slowly', 'GET /canario HT', undefined, 408, 'request_timeout'],
    [
      'a head that is too long',
      head(`GET /${'canario'.repeat(3_000)}`),
      undefined,
      431,
      'request_header_fields_too_large',
    ],
    ['an expectation', head('GET /canario', { expect: 'a' }), 'GET', 417, 'expectation_failed'],
    ['CONNECT', head('CONNECT canario:1'), 'CONNECT', 405, 'method_not_allowed'],
  ])('says what was answered to %s, and nothing of what was sent', async (...[, text, ...told]) => {
    const [method, status, outcome] = told;
    const of = status === 408 ? impatient : gateway;
    const { line, body } = await lineOf(await exchangeRaw(of.url, text), of);
    expect(line).toMatchObject({
      level: 30,
      msg: 'request',
      caller: 'anonymous',
      route: 'unknown',
      status,
      outcome,
      bytes: Buffer.byteLength(body),
    });
    expect(line?.['method']).toBe(method);
    expect(JSON.stringify(line)).not.toContain('canario');
  });
});

it.each(['/health/live', '/nothing', '/api/v4/business/detail?id=9'])(
  'the line of HEAD %s tells of no bytes, since none are sent',
  async (path) => {
    const asked = { ...gateway.service.headers, connection: 'close' };
    const received = await exchangeRaw(gateway.url, head(`HEAD ${path}`, asked));
    expect(received).toMatch(/^content-length: [1-9]/im);
    const { line, body } = await lineOf(received);
    expect(body).toBe('');
    expect(line).toMatchObject({ method: 'HEAD', bytes: 0 });
  },
);
