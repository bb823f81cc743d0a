import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One connection of this process to itself: the end that asks, and the end that answers. */
export type OwnConnection = { near: Socket; far: Socket };

const LOOPBACK = '127.0.0.1';

/**
 * Opens connections of this process to itself, of the very kind that clients have: what V8 compiles for others is of no use
 * for these. Who else connects meanwhile is cut off, and once all are there nobody can. Rejects with the system's error.
 */
export async function connectToSelf(count: number): Promise<OwnConnection[]> {
  // As Node's own server has them.
  const listener = createServer({ noDelay: true, allowHalfOpen: true });
  const came = new Map<number | undefined, Socket>();
  listener.on('connection', (far) => {
    far.on('error', () => undefined);
    came.set(far.remotePort, far);
  });
  listener.listen(0, LOOPBACK);
  await once(listener, 'listening');
  const connections: OwnConnection[] = [];
  try {
    const port = portOf(listener.address());
    while (connections.length < count) {
      const near = connect({ host: LOOPBACK, port, noDelay: true });
      await once(near, 'connect');
      connections.push({ near, far: await takeFrom(came, near.localPort, listener) });
    }
  } finally {
    listener.close();
    for (const stranger of came.values()) stranger.destroy();
  }
  return connections;
}

/** The connection that comes from that port of ours. */
async function takeFrom(
  came: Map<number | undefined, Socket>,
  port: number | undefined,
  listener: ReturnType<typeof createServer>,
): Promise<Socket> {
  for (;;) {
    const far = came.get(port);
    if (far !== undefined) {
      came.delete(port);
      return far;
    }
    await once(listener, 'connection');
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
