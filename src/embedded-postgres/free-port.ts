import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a free TCP port. Another process may take it before the caller does; the caller must then retry. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No TCP port was given.');
  return address.port;
}
