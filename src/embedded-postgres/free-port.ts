import { once } from 'node:events';
import { createServer } from 'node:net';

/** Free now, and asked for in the next moment: who loses it to another process asks for another. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No TCP port was given.');
  return address.port;
}
