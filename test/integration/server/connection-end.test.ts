import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { serveRequests } from '../../../src/server/http-server/serve-requests.ts';
import { head, openRaw, statusesOf } from '../../support/clients/raw-http.ts';
import { portOf } from '../../support/processes/port-of.ts';

/** Opens a connection to a server that responds to each request at once, and uses it. */
async function openUsed() {
  let accepted: Socket | undefined;
  const server = createServer();
  server.on('connection', (socket) => {
    accepted = socket;
  });
  let responses = 0;
  const shutdown = serveRequests(server, {
    app: (_request, response) => {
      response.once('close', () => {
        responses += 1;
      });
      response.end('served');
    },
    onRefused: () => undefined,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const connection = await openRaw(`http://127.0.0.1:${portOf(server)}`);
  connection.send(head('GET /first'));
  await connection.untilReceived('served');
  return {
    connection,
    shutdown,
    responses: () => responses,
    accepted: () => accepted,
    /** Acts as if nothing had arrived for the time of an idle connection. */
    endIdleTime: () => accepted?.emit('timeout'),
  };
}

/** Time in which the kernel passes bytes from one socket of the machine to another. */
const TRANSFER_MS = 100;

it('a connection whose next request arrived while the process was not running is not closed as idle', async () => {
  const { connection, endIdleTime } = await openUsed();
  // In a callback of a timer, like the timeout of a socket: before the sockets are read.
  await pause(1);
  connection.send(head('GET /second', { connection: 'close' }));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRANSFER_MS);
  endIdleTime();
  expect(statusesOf(await connection.untilClosed())).toEqual([200, 200]);
});

it('an idle connection is closed after its timeout', async () => {
  const { connection, endIdleTime } = await openUsed();
  endIdleTime();
  expect(statusesOf(await connection.untilClosed())).toEqual([200]);
});

it('a connection that the process has paused is not closed as idle', async () => {
  const { connection, accepted, endIdleTime } = await openUsed();
  accepted()?.pause();
  endIdleTime();
  connection.send(head('GET /second', { connection: 'close' }));
  await pause(1);
  accepted()?.resume();
  expect(statusesOf(await connection.untilClosed())).toEqual([200, 200]);
});

it('a server that stops does not reset a connection whose client still sends what has its response', async () => {
  const { connection, shutdown, responses } = await openUsed();
  const { socket } = connection;
  socket.pause();
  connection.send(head('POST /second', { 'content-length': '100000' }));
  await expect.poll(responses, { interval: 1 }).toBe(2);
  shutdown.begin();
  for (let sent = 0; sent < 100_000; sent += 10_000) {
    connection.send(Buffer.alloc(10_000));
    await pause(1);
  }
  socket.resume();
  expect(statusesOf(await connection.untilClosed())).toEqual([200, 200]);
});
