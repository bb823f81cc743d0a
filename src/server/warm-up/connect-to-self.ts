import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** One connection of this process to itself: the end that asks, and the end that answers. */
export type OwnConnection = { near: Socket; far: Socket };

const LOOPBACK = '127.0.0.1';

/**
 * Opens connections of this process to itself, of the very kind that clients have: what V8 compiles for others is of no use
 * for these. Who else connects meanwhile is cut off, and once all are there nobody can. Rejects with the system's error, or
 * where the signal is aborted before, and leaves nothing open then.
 */
export async function connectToSelf(count: number, signal: AbortSignal): Promise<OwnConnection[]> {
  // As Node's own server has them.
  const listener = createServer({ noDelay: true, allowHalfOpen: true });
  const came = new Map<number | undefined, Socket>();
  listener.on('connection', (far) => takeNote(came, far));
  // Of a connection that cannot be accepted nobody may be waiting to hear.
  listener.on('error', () => undefined);
  const opened: Socket[] = [];
  try {
    listener.listen(0, LOOPBACK);
    await once(listener, 'listening', { signal });
    const port = portOf(listener.address());
    const connections: OwnConnection[] = [];
    while (connections.length < count) {
      const near = connect({ host: LOOPBACK, port, noDelay: true });
      near.on('error', () => undefined);
      opened.push(near);
      await once(near, 'connect', { signal });
      const far = await takeFrom(came, near.localPort, { listener, signal });
      opened.push(far);
      connections.push({ near, far });
    }
    for (const { far } of connections) far.off('error', ignore);
    return connections;
  } catch (error) {
    for (const socket of opened) socket.destroy();
    throw error;
  } finally {
    listener.close();
    for (const stranger of came.values()) stranger.destroy();
  }
}

/** By its port, which is nobody else's of the same address: another address of this machine may have the same one. */
function takeNote(came: Map<number | undefined, Socket>, far: Socket): void {
  far.on('error', ignore);
  const { address, port } = whereFrom(far);
  if (address === LOOPBACK) came.set(port, far);
  else far.destroy();
}

function ignore(): void {}

/**
 * Where a connection comes from. Node keeps that on the socket when it is asked for it, before what its server keeps there, and
 * to V8 a socket that has got the same in another order is of another kind.
 */
function whereFrom(far: Socket): { address: string | undefined; port: number | undefined } {
  const kept = new Map<string | symbol, unknown>();
  const asked = new Proxy(far, {
    get: (socket, name, self): unknown => kept.get(name) ?? Reflect.get(socket, name, self),
    set: (_socket, name, value) => kept.set(name, value) === kept,
  });
  return { address: asked.remoteAddress, port: asked.remotePort };
}

/** The connection that comes from that port of ours. */
async function takeFrom(
  came: Map<number | undefined, Socket>,
  port: number | undefined,
  { listener, signal }: { listener: Server; signal: AbortSignal },
): Promise<Socket> {
  for (;;) {
    const far = came.get(port);
    if (far !== undefined) {
      came.delete(port);
      return far;
    }
    await once(listener, 'connection', { signal });
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
