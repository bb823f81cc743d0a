import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { serveRequests } from '../../../src/server/http-server/serve-requests.ts';
import { head, openRaw, statusesOf } from '../../support/clients/raw-http.ts';

/** As docs/operate/limits.md has it. */
const OWED_MAX = 16;
const PER_ROUND = 4;

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

/** Counts, and tells who waits for a count when it is reached. */
function createCount() {
  let count = 0;
  const waiting: { least: number; resolve: () => void }[] = [];
  return {
    add: (): void => {
      count += 1;
      for (const { least, resolve } of waiting) if (count >= least) resolve();
    },
    until: async (least: number): Promise<void> => {
      if (count >= least) return;
      await new Promise<void>((resolve) => waiting.push({ least, resolve }));
    },
  };
}

/** A server whose answers are made when the test says so, and all that began on it. */
async function listen(answer: (response: ServerResponse) => void = () => undefined) {
  const begun: ServerResponse[] = [];
  const bodies: string[] = [];
  const [beginnings, chunks] = [createCount(), createCount()];
  const app = (request: IncomingMessage, response: ServerResponse): void => {
    begun.push(response);
    beginnings.add();
    answer(response);
    request.on('data', (chunk: Buffer) => {
      bodies.push(chunk.toString());
      chunks.add();
    });
  };
  const server = createServer();
  serveRequests(server, { app, onRefused: () => undefined });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    begun,
    untilBegun: beginnings.until,
    bodies,
    untilRead: chunks.until,
    url: `http://127.0.0.1:${port}`,
  };
}

/** Resolves when the loop has gone round, so that what was to begin has begun. */
async function settle(): Promise<void> {
  for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

function get(count: number): string {
  return Array.from({ length: count }, (_, n) => head(`GET /${n}`)).join('');
}

describe('one connection with many requests', () => {
  it('has 16 of them worked on at once, and gets every answer in turn', async () => {
    const { begun, untilBegun, url } = await listen();
    const connection = await openRaw(url);
    connection.send(get(200));
    await untilBegun(OWED_MAX);
    await settle();
    expect(begun).toHaveLength(OWED_MAX);
    // The last of them first: what goes out waits for the first, and so does what is to begin.
    for (let answered = 0; answered < 200; answered += 1) {
      await untilBegun(answered + 1);
      expect(begun.length).toBeLessThanOrEqual(answered + OWED_MAX);
      begun[answered]?.end(`answer ${answered}.`);
    }
    await connection.untilReceived('answer 199.');
    expect(statusesOf(connection.received())).toHaveLength(200);
    connection.socket.destroy();
  });

  it('leaves every round of the loop to others too, however fast its answers are made', async () => {
    let inThisRound = 0;
    let mostInARound = 0;
    const { untilBegun, url } = await listen((response) => {
      inThisRound += 1;
      response.req.on('end', () => response.end('at once'));
    });
    const connection = await openRaw(url);
    let isOver = false;
    const countRound = (): void => {
      mostInARound = Math.max(mostInARound, inThisRound);
      inThisRound = 0;
      if (!isOver) setImmediate(countRound);
    };
    setImmediate(countRound);
    const post = `${head('POST /', { 'content-length': '2', 'x-long': 'x'.repeat(500) })}{}`;
    connection.send(post.repeat(2_000));
    await untilBegun(2_000);
    isOver = true;
    // As they are read, and again as they have waited.
    expect(mostInARound).toBeLessThanOrEqual(2 * PER_ROUND);
    connection.socket.destroy();
  });

  it('gets the body of a request that waited, however late it comes', async () => {
    const { begun, untilBegun, bodies, untilRead, url } = await listen();
    const connection = await openRaw(url);
    connection.send(get(OWED_MAX + 4));
    connection.send(head('POST /last', { 'content-length': '4' }));
    await untilBegun(OWED_MAX);
    connection.send('body');
    for (let answered = 0; answered < OWED_MAX + 4; answered += 1) {
      await untilBegun(answered + 1);
      begun[answered]?.end('');
    }
    await untilRead(1);
    expect(bodies).toEqual(['body']);
    connection.socket.destroy();
  });

  it('has nothing more begun once its client is found to be gone', async () => {
    const { begun, untilBegun, url } = await listen();
    const connection = await openRaw(url);
    connection.send(get(200));
    await untilBegun(OWED_MAX);
    connection.socket.resetAndDestroy();
    const { socket } = begun[0]?.req ?? {};
    // Nothing is read of it any more, so the first answer that is sent finds out.
    begun[0]?.end('too late');
    if (socket?.destroyed === false) await new Promise((resolve) => socket.once('close', resolve));
    for (const response of begun) response.end('too late');
    await settle();
    expect(begun.length).toBeLessThanOrEqual(OWED_MAX + 1);
  });
});
