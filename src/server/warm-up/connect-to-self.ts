import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Connection of this process to itself: the client's socket and the server's socket. */
export type OwnConnection = { client: Socket; server: Socket };

const LOOPBACK = '127.0.0.1';

/**
 * Opens TCP connections of this process to itself. They are real sockets like those of clients, because V8 would have
 * to compile the code again for another class of streams. Connections of other clients to the temporary port are
 * closed. Closes everything and rejects when the system reports an error or the signal is aborted.
 */
export async function connectToSelf(count: number, signal: AbortSignal): Promise<OwnConnection[]> {
  // The options of Node's HTTP server.
  const listener = createServer({ noDelay: true, allowHalfOpen: true });
  const accepted = new Map<number | undefined, Socket>();
  listener.on('connection', (server) => recordConnection(accepted, server));
  // An error without a listener would end the process.
  listener.on('error', () => undefined);
  const sockets: Socket[] = [];
  try {
    listener.listen(0, LOOPBACK);
    await once(listener, 'listening', { signal });
    const port = getPort(listener.address());
    const connections: OwnConnection[] = [];
    while (connections.length < count) {
      const client = connect({ host: LOOPBACK, port, noDelay: true });
      client.on('error', () => undefined);
      sockets.push(client);
      await once(client, 'connect', { signal });
      const server = await waitForConnection(accepted, client.localPort, { listener, signal });
      sockets.push(server);
      connections.push({ client, server });
    }
    for (const { server } of connections) server.off('error', ignore);
    return connections;
  } catch (error) {
    for (const socket of sockets) socket.destroy();
    throw error;
  } finally {
    listener.close();
    for (const unmatched of accepted.values()) unmatched.destroy();
  }
}

/**
 * Records an accepted connection by its remote port. Connections from other addresses are closed, because their ports
 * may equal those of our own sockets.
 */
function recordConnection(accepted: Map<number | undefined, Socket>, server: Socket): void {
  server.on('error', ignore);
  const { address, port } = readRemoteAddress(server);
  if (address === LOOPBACK) accepted.set(port, server);
  else server.destroy();
}

function ignore(): void {}

/**
 * Returns the address of a connection. Node would store it on the socket when it is first read, which would give the
 * socket another hidden class in V8 than those of clients; the proxy stores it elsewhere.
 */
function readRemoteAddress(server: Socket): {
  address: string | undefined;
  port: number | undefined;
} {
  const members = new Map<string | symbol, unknown>();
  const proxy = new Proxy(server, {
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
    const server = accepted.get(port);
    if (server !== undefined) {
      accepted.delete(port);
      return server;
    }
    await once(listener, 'connection', { signal });
  }
}

function getPort(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
