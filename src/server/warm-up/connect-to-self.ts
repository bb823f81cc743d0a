import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** One connection of this process to itself: the end that asks, and the end that answers. */
export type OwnConnection = { near: Socket; far: Socket };

const LOOPBACK = '127.0.0.1';

/**
 * Opens connections of this process to itself, of the same kind as those of clients: code that V8 compiles for another
 * kind does not help. Other connections in the meantime are closed, and none are possible once all are open. Rejects
 * with the error of the system, or when the signal is aborted, and then leaves nothing open.
 */
export async function connectToSelf(count: number, signal: AbortSignal): Promise<OwnConnection[]> {
  // As Node's own server has them.
  const listener = createServer({ noDelay: true, allowHalfOpen: true });
  const came = new Map<number | undefined, Socket>();
  listener.on('connection', (far) => takeNote(came, far));
  // No client waits for a connection that cannot be accepted.
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

/**
 * Matches a connection by its port, which is unique for the address: another address of this machine may have the same
 * one.
 */
function takeNote(came: Map<number | undefined, Socket>, far: Socket): void {
  far.on('error', ignore);
  const { address, port } = whereFrom(far);
  if (address === LOOPBACK) came.set(port, far);
  else far.destroy();
}

function ignore(): void {}

/**
 * Returns the address of a connection. Node stores it on the socket when it is first read. Sockets whose members were
 * added in another order have another hidden class in V8.
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
