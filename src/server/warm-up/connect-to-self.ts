import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Connection of this process to itself: the client's end and the server's end. */
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
  const accepted = new Map<number | undefined, Socket>();
  listener.on('connection', (far) => recordConnection(accepted, far));
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
      const far = await waitForConnection(accepted, near.localPort, { listener, signal });
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
    for (const unmatched of accepted.values()) unmatched.destroy();
  }
}

/**
 * Matches a connection by its port, which is unique for the address: another address of this machine may have the same
 * one.
 */
function recordConnection(accepted: Map<number | undefined, Socket>, far: Socket): void {
  far.on('error', ignore);
  const { address, port } = readRemoteAddress(far);
  if (address === LOOPBACK) accepted.set(port, far);
  else far.destroy();
}

function ignore(): void {}

/**
 * Returns the address of a connection. Node stores it on the socket when it is first read. Sockets whose members were
 * added in another order have another hidden class in V8.
 */
function readRemoteAddress(far: Socket): { address: string | undefined; port: number | undefined } {
  const members = new Map<string | symbol, unknown>();
  const proxy = new Proxy(far, {
    get: (socket, name, self): unknown => members.get(name) ?? Reflect.get(socket, name, self),
    set: (_socket, name, value) => members.set(name, value) === members,
  });
  return { address: proxy.remoteAddress, port: proxy.remotePort };
}

/** Waits for the connection from a local port. */
async function waitForConnection(
  accepted: Map<number | undefined, Socket>,
  port: number | undefined,
  { listener, signal }: { listener: Server; signal: AbortSignal },
): Promise<Socket> {
  for (;;) {
    const far = accepted.get(port);
    if (far !== undefined) {
      accepted.delete(port);
      return far;
    }
    await once(listener, 'connection', { signal });
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
