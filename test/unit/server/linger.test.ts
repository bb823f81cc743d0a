import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { linger } from '../../../src/server/http-server/linger.ts';

const MIB = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] }));
afterEach(() => void vi.useRealTimers());

function openLingering() {
  const [client, server] = duplexPair({ allowHalfOpen: true });
  linger(server);
  return { client, server };
}

async function send(client: NodeJS.WritableStream, bytes: number): Promise<void> {
  await new Promise((resolve) => {
    client.write(Buffer.alloc(bytes), resolve);
  });
}

it('ends the responses at once, and closes when the client does', async () => {
  const { client, server } = openLingering();
  await once(client.resume(), 'end');
  expect(server.destroyed).toBe(false);
  client.end();
  await once(server, 'close');
});

it('closes after 5 seconds without data', async () => {
  const { client, server } = openLingering();
  await vi.advanceTimersByTimeAsync(4_000);
  await send(client, 1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(server.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(server.destroyed).toBe(true);
});

it('closes after 30 seconds, whatever arrives', async () => {
  const { client, server } = openLingering();
  for (let second = 1; second < 30; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    await send(client, 1);
  }
  expect(server.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.destroyed).toBe(true);
});

it('closes after 32 MiB', async () => {
  const { client, server } = openLingering();
  for (let sent = 0; sent < 32; sent += 1) await send(client, MIB);
  expect(server.destroyed).toBe(false);
  client.write('x');
  await once(server, 'close');
});
