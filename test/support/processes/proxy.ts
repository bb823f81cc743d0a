import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** TCP proxy between the pool of a gateway and the database, which can be interrupted. */
export type Proxy = {
  /** The database's URL with the proxy's place in it. */
  readonly url: string;
  /** Lets through what comes from now on. */
  heal(): void;
  /** Closes every connection, and refuses new ones until healed. */
  cut(): void;
  /** Keeps every connection open and says nothing more on any, old or new, until healed. */
  freeze(): void;
  /** Where new connections lead from now on. */
  lead(databaseUrl: string): void;
  /**
   * On the first bytes to the server that hold `text` breaks the connection: `before` the server gets them,
   * or `after`, with the server's answer lost. Happens once.
   */
  breakOn(text: string, when: 'before' | 'after'): void;
  close(): Promise<void>;
};

export async function createProxy(databaseUrl: string): Promise<Proxy> {
  let target = new URL(databaseUrl);
  let state: 'through' | 'cut' | 'frozen' = 'through';
  let trap: { text: string; when: 'before' | 'after' } | undefined;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    keep(upstream);
    let isAnswerLost = false;
    client.on('data', (chunk) => {
      if (state !== 'through') return;
      const sprung = trap !== undefined && chunk.includes(trap.text) ? trap : undefined;
      if (sprung !== undefined) trap = undefined;
      if (sprung?.when === 'before') client.destroy();
      else upstream.write(chunk);
      if (sprung?.when === 'after') isAnswerLost = true;
    });
    upstream.on('data', (chunk) => {
      if (state !== 'through') return;
      // The server has answered, so what it was sent has happened; only nobody is told.
      if (isAnswerLost) client.destroy();
      else client.write(chunk);
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    heal: () => {
      state = 'through';
    },
    cut: () => {
      state = 'cut';
      cutAll();
    },
    freeze: () => {
      state = 'frozen';
    },
    lead: (nextUrl) => {
      target = new URL(nextUrl);
    },
    breakOn: (text, when) => {
      trap = { text, when };
    },
    close: async () => {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
}
