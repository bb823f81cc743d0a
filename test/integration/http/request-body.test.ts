import { createServer, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { GatheringRequest } from '../../../src/http/backpressure/gathering-request.ts';
import { readBody } from '../../../src/http/request-body.ts';
import { head, openRaw, type RawConnection } from '../../support/clients/raw-http.ts';

const LENGTH = 1_000_000;
const text = Array.from({ length: LENGTH / 10 }, (_, at) => String(at).padStart(10)).join('');
const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

type Read = { body: string; pieces: ArrayBufferLike[] };

/** Has a body read up to `bytesMax`, of a client that does as told; `body` is its text, or why there is none. */
async function read(
  client: (connection: RawConnection) => Promise<void>,
  bytesMax = LENGTH,
): Promise<Read> {
  const { promise, resolve } = Promise.withResolvers<Read>();
  const server = createServer({ IncomingMessage: GatheringRequest }, (request, response) => {
    const pieces = listenToPieces(request);
    void readText(request, bytesMax)
      .then((body) => resolve({ body, pieces: pieces() }))
      .finally(() => response.end());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ended.push(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const address = server.address();
  await client(
    await openRaw(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`),
  );
  return await promise;
}

async function readText(request: IncomingMessage, bytesMax: number): Promise<string> {
  try {
    return String(await readBody(request, { bytesMax, serviceId: 1 }));
  } catch (error) {
    return error instanceof AppError ? error.code : 'another fault';
  }
}

/** The memory of each piece as it came, of which none is the whole body. */
function listenToPieces(request: IncomingMessage): () => ArrayBufferLike[] {
  const pieces: ArrayBufferLike[] = [];
  request.prependListener('data', ({ buffer }: Buffer) => void pieces.push(buffer));
  return () => pieces;
}

function isLetGo(pieces: ArrayBufferLike[]): boolean {
  return pieces.length > 1 && pieces.every(({ byteLength }) => byteLength === 0);
}

describe('the pieces of a body', () => {
  it('are let go of once it is one', async () => {
    const { body, pieces } = await read(async (connection) => {
      connection.send(head('POST /', { 'content-length': String(LENGTH) }));
      connection.send(text);
      await connection.untilReceived('200 OK');
    });
    expect(body === text).toBe(true);
    expect(isLetGo(pieces)).toBe(true);
  });

  it('are let go of where the client breaks off', async () => {
    const { body, pieces } = await read(async (connection) => {
      connection.send(head('POST /', { 'content-length': String(LENGTH) }));
      connection.socket.write(text.slice(1), () => connection.socket.destroy());
      await Promise.resolve();
    });
    expect(body).toBe('invalid_input');
    expect(isLetGo(pieces)).toBe(true);
  });

  it('are let go of where they are too many', async () => {
    const { body, pieces } = await read(async (connection) => {
      connection.send(head('POST /', { 'transfer-encoding': 'chunked' }));
      connection.send(`${LENGTH.toString(16)}\r\n${text}\r\n0\r\n\r\n`);
      await connection.untilReceived('200 OK');
    }, LENGTH / 2);
    expect(body).toBe('limit_exceeded');
    expect(isLetGo(pieces)).toBe(true);
  });

  it('stay what they are where the body is one of them, and where several are in one', async () => {
    const { body } = await read(async (connection) => {
      connection.send(head('POST /', { 'transfer-encoding': 'chunked' }));
      connection.send('3\r\none\r\n5\r\n, two\r\n0\r\n\r\n');
      await connection.untilReceived('200 OK');
    });
    expect(body).toBe('one, two');
  });
});
