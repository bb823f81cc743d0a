import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listStored, makePdf } from '../../support/data/files.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { countDeletions } from '../../support/gateway/jobs.ts';

const gateway = useGateway({ FILE_UPLOADS_MAX: '3' });
const MIB = 1024 * 1024;

function headOf(length: number, further: string, caller = gateway.service.headers): string {
  const { hostname, port } = new URL(gateway.url);
  const headers = Object.entries(caller).map(([name, value]) => `${name}: ${value}`);
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

function open(): Socket {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect({ host: hostname, port: Number(port) });
  return socket.on('error', () => undefined);
}

/** Sends a part of a file, until the gateway has begun to store what came. */
async function sendPart(body: Buffer, caller = gateway.service.headers): Promise<Socket> {
  const countReceiving = async () => (await listStored(gateway.filesFolder)).length;
  const before = await countReceiving();
  const socket = open();
  socket.write(headOf(10 * MIB, FORM, caller));
  socket.write(Buffer.concat([Buffer.from(PART), body]));
  await expect.poll(countReceiving, { interval: 10 }).toBeGreaterThan(before);
  return socket;
}

async function sendForm(body: string, caller = gateway.service.headers): Promise<number> {
  const response = await fetch(`${gateway.url}/api/v4/file/upload`, {
    method: 'POST',
    headers: { ...caller, 'content-type': 'multipart/form-data; boundary=cut' },
    body,
  });
  return response.status;
}

async function expectNothing(): Promise<void> {
  const list = async () => await listStored(gateway.filesFolder);
  await expect.poll(list, { interval: 20 }).toEqual([]);
  expect(await gateway.db.selectFrom('files').select('id').execute()).toEqual([]);
  expect(await countDeletions(gateway.db)).toBe(0);
}

describe('an upload that breaks off', () => {
  it('leaves no row and no byte', async () => {
    (await sendPart(makePdf(3 * MIB))).destroy();
    await expectNothing();
  });

  it('429 for one more than are received at once, of which a service has half', async () => {
    const other = await createTestService(gateway.db, await createTestTokens(gateway.db));
    const sockets = [await sendPart(makePdf(100_000)), await sendPart(makePdf(100_000))];
    expect(await sendForm('x')).toBe(429);
    expect(await sendForm('x', other.headers)).toBe(400);
    sockets.push(await sendPart(makePdf(100_000), other.headers));
    expect(await sendForm('x', other.headers)).toBe(429);
    for (const socket of sockets) socket.destroy();
    await expectNothing();
    await expect.poll(async () => await sendForm('x'), { interval: 20 }).toBe(400);
  });

  it('400 reaches a client too that reads nothing before it has sent all', async () => {
    const socket = open().pause();
    const body = Buffer.concat([Buffer.from(PART), Buffer.alloc(30 * MIB, 'x')]);
    socket.write(headOf(body.length, FORM));
    await new Promise((resolve) => {
      socket.write(body, resolve);
    });
    const reply: unknown[] = await once(socket.resume(), 'data');
    expect(String(reply[0])).toMatch(/^HTTP\/1.1 400 /);
    socket.destroy();
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
