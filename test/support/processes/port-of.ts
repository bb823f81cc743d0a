import type { Server } from 'node:net';

/** Returns the port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen.');
  return address.port;
}
