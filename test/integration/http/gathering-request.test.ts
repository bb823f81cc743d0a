import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { GatheringRequest } from '../../../src/http/backpressure/gathering-request.ts';
import { head, openRaw } from '../../support/clients/raw-http.ts';
import { repeatRandomly } from '../../support/data/random.ts';

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

/** A server that tells its requests to `take` and answers how many bytes each of the chunks has that came. */
async function listen(take: (request: IncomingMessage) => Promise<Buffer[]>): Promise<string> {
  const server = createServer({ IncomingMessage: GatheringRequest }, (request, response) => {
    void take(request).then((chunks) => response.end(JSON.stringify(chunks.map(String))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

async function readAll(request: IncomingMessage): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  const bytes: AsyncIterable<Buffer> = request;
  for await (const chunk of bytes) chunks.push(chunk);
  return chunks;
}

/** What nobody reads fills up as far as it may. */
async function readLater(request: IncomingMessage): Promise<Buffer[]> {
  await expect.poll(() => request.readableLength).toBeGreaterThan(1_000);
  return await readAll(request);
}

/** As HTTP has it, each with its length before it. */
function chunked(parts: readonly string[]): string {
  return `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`;
}

async function send(url: string, parts: readonly string[]): Promise<string[]> {
  const connection = await openRaw(url);
  connection.send(head('POST /', { 'transfer-encoding': 'chunked', connection: 'close' }));
  connection.send(chunked(parts));
  const [, body = ''] = (await connection.untilClosed()).split('\r\n\r\n');
  const texts: unknown = JSON.parse(/\[.*\]/s.exec(body)?.[0] ?? '');
  return Array.isArray(texts) ? texts.map(String) : [];
}

it('gives what comes in chunks of one byte in a few, whenever it is read', async () => {
  const parts = Array.from({ length: 100_000 }, (_, n) => String(n % 10));
  for (const take of [readAll, readLater]) {
    const chunks = await send(await listen(take), parts);
    expect(chunks.join('')).toBe(parts.join(''));
    // The first go through as they are.
    expect(chunks.length).toBeLessThan(200);
  }
});

it('holds no more memory than what came, also of chunks that come one by one', async () => {
  const held = Promise.withResolvers<number>();
  const url = await listen(async (request) => {
    const chunks = await readAll(request);
    const buffers = new Set(chunks.map(({ buffer }) => buffer));
    held.resolve([...buffers].reduce((bytes, { byteLength }) => bytes + byteLength, 0));
    return [];
  });
  const connection = await openRaw(url);
  connection.socket.setNoDelay();
  connection.send(head('POST /', { 'transfer-encoding': 'chunked', connection: 'close' }));
  for (let sent = 0; sent < 500; sent += 1) {
    connection.send(chunked(['x']).slice(0, -5));
    await setTimeout(1);
  }
  connection.send(chunked([]));
  // As many pages of 16 KiB would be 8 MB.
  expect(await held.promise).toBeLessThan(1_000_000);
  await connection.untilClosed();
});

it('gives every byte once and in order, in chunks of any length', async () => {
  const url = await listen(readAll);
  await repeatRandomly(async (random) => {
    const parts = Array.from({ length: 1 + random.below(60) }, (_, n) =>
      String(n % 10).repeat(1 + random.below(random.pick([3, 2000, 40_000]))),
    );
    expect((await send(url, parts)).join('')).toBe(parts.join(''));
  });
});

it('gives a body of a few chunks as they came', async () => {
  const parts = ['a', 'bc', 'def'];
  expect(await send(await listen(readAll), parts)).toEqual(parts);
});
