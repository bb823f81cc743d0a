import { describe, expect, it } from 'vitest';
import { head, openRaw, statusesOf } from '../../support/clients/raw-http.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway({ FILE_UPLOADS_MAX: '1', BODY_BYTES_MAX: '100000' });
const LENGTH = 8_000_000;
const QUERY = '{"query":"{viewer{service}}"}';

/** Sends all of a body, reads nothing before that, and asks something else on the same connection. */
async function sendAll(line: string, headers: Record<string, string>): Promise<number[]> {
  const json = { ...gateway.service.headers, 'content-type': 'application/json' };
  const connection = await openRaw(gateway.url);
  connection.socket.pause();
  connection.send(head(line, { ...headers, 'content-length': String(LENGTH) }));
  const chunk = Buffer.alloc(LENGTH / 20, 'a,b\n');
  for (let sent = 0; sent < 20; sent += 1)
    await new Promise((resolve) => connection.socket.write(chunk, resolve));
  const last = { ...json, 'content-length': String(QUERY.length), connection: 'close' };
  connection.send(head('POST /graphql', last) + QUERY);
  connection.socket.resume();
  return statusesOf(await connection.untilClosed());
}

describe('a body that nobody wants', () => {
  it('is read to its end and forgotten, and its connection goes on', async () => {
    const { headers } = gateway.service;
    const json = { ...headers, 'content-type': 'application/json' };
    expect(await sendAll('POST /graphql', json)).toEqual([413, 200]);
    expect(await sendAll('POST /api/v4/quiz/answers/import/api', json)).toEqual([413, 200]);
    expect(await sendAll('POST /api/v4/nothing', json)).toEqual([404, 200]);
    expect(await sendAll('POST /nothing', {})).toEqual([404, 200]);
  });

  it('429 of uploads more than are received at once', async () => {
    const form = { 'content-type': 'multipart/form-data; boundary=cut' };
    const headers = { ...gateway.service.headers, ...form };
    const send = async () => await sendAll('POST /api/v4/file/upload', headers);
    // Begun anew each time: an upload of which nothing comes is cut off.
    const sendBesideAnother = async () => {
      const begun = await openRaw(gateway.url);
      begun.send(head('POST /api/v4/file/upload', { ...headers, 'content-length': '1000' }));
      const statuses = await send();
      begun.socket.destroy();
      return statuses;
    };
    await expect.poll(sendBesideAnother).toEqual([429, 200]);
    // Of the first that is let in what is no form is refused.
    await expect.poll(send).toEqual([400, 200]);
  });

  it('ends with its client', async () => {
    const { headers } = gateway.service;
    const json = { ...headers, 'content-type': 'application/json' };
    const connection = await openRaw(gateway.url);
    connection.send(head('POST /graphql', { ...json, 'content-length': String(LENGTH) }));
    await connection.untilReceived('payload_too_large');
    connection.socket.destroy();
    expect((await gateway.graphql('{ viewer { service } }')).status).toBe(200);
  });
});

it('200 of a body of which each byte is a chunk', async () => {
  const query = `{"query":"{viewer{service}} #${'x'.repeat(50_000)}"}`;
  const chunks = query.replaceAll(/[^]/g, (sign) => `1\r\n${sign}\r\n`);
  const connection = await openRaw(gateway.url);
  const headers = { ...gateway.service.headers, 'content-type': 'application/json' };
  const last = { ...headers, 'transfer-encoding': 'chunked', connection: 'close' };
  connection.send(`${head('POST /graphql', last)}${chunks}0\r\n\r\n`);
  const received = await connection.untilClosed();
  expect(statusesOf(received)).toEqual([200]);
  expect(received).toContain('"viewer"');
});
