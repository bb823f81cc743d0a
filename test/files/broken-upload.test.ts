import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listStored, makePdf } from '../support/files.ts';
import { useGateway } from '../support/gateway.ts';

const gateway = useGateway();
const MIB = 1024 * 1024;

function headOf(length: number, further: string): string {
  const { hostname, port } = new URL(gateway.url);
  const headers = Object.entries(gateway.service.headers).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const lines = [
    'POST /api/v4/file/upload HTTP/1.1',
    `host: ${hostname}:${port}`,
    ...headers,
    `content-length: ${length}`,
    further,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const FORM = 'content-type: multipart/form-data; boundary=cut';
const PART =
  '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n';

/** Sends and leaves, once the gateway has begun to store what came. */
async function sendAndLeave(body: Buffer): Promise<void> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write(headOf(10 * MIB, FORM));
  socket.write(Buffer.concat([Buffer.from(PART), body]));
  const isReceiving = async () => (await listStored(gateway.filesFolder)).length;
  await expect.poll(isReceiving, { interval: 10, timeout: 10_000 }).toBeGreaterThan(0);
  socket.destroy();
}

async function sendForm(body: string): Promise<number> {
  const response = await fetch(`${gateway.url}/api/v4/file/upload`, {
    method: 'POST',
    headers: { ...gateway.service.headers, 'content-type': 'multipart/form-data; boundary=cut' },
    body,
  });
  return response.status;
}

async function expectNothing(): Promise<void> {
  const list = async () => await listStored(gateway.filesFolder);
  await expect.poll(list, { interval: 20, timeout: 10_000 }).toEqual([]);
  expect(await gateway.db.selectFrom('files').select('id').execute()).toEqual([]);
  expect(await gateway.db.selectFrom('blob_deletions').selectAll().execute()).toEqual([]);
}

describe('an upload that breaks off', () => {
  it('leaves no row and no byte', async () => {
    await sendAndLeave(makePdf(3 * MIB));
    await expectNothing();
  });

  it.each([
    ['without an end', `${PART}%PDF-1.7\n`],
    ['without a file', '--cut\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--cut--\r\n'],
    ['of nothing', '--cut--\r\n'],
    ['that is no form', 'hello'],
    ['with two files', `${PART}%PDF-1.7\n\r\n${PART}%PDF-1.7\n\r\n--cut--\r\n`],
    [
      'with a file of another name',
      `${PART.replace('"file"', '"other"')}%PDF-1.7\n\r\n--cut--\r\n`,
    ],
    [
      'with the same text twice',
      `--cut\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n`
        .repeat(2)
        .concat(`${PART}%PDF-1.7\n\r\n--cut--\r\n`),
    ],
    [
      'with a text that is too long',
      `--cut\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'x'.repeat(5000)}\r\n${PART}%PDF-1.7\n\r\n--cut--\r\n`,
    ],
  ])('400 for a form %s, and keeps nothing', async (_what, body) => {
    expect(await sendForm(body)).toBe(400);
    await expectNothing();
  });

  it('400 for a form whose type names no boundary', async () => {
    const response = await fetch(`${gateway.url}/api/v4/file/upload`, {
      method: 'POST',
      headers: { ...gateway.service.headers, 'content-type': 'multipart/form-data' },
      body: 'x',
    });
    expect(response.status).toBe(400);
  });

  it('413 for a file that is longer than any may be, however long it is', async () => {
    const response = await fetch(`${gateway.url}/api/v4/file/upload`, {
      method: 'POST',
      headers: { ...gateway.service.headers, 'content-type': 'multipart/form-data; boundary=cut' },
      body: Buffer.concat([Buffer.from(PART), makePdf(60 * MIB)]),
    });
    expect(response.status).toBe(413);
    await expectNothing();
  });
});
