import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { createApp } from './app.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { createTokenIssuer } from './auth/tokens.ts';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { Logger } from './log.ts';
import { createPages } from './pages.ts';

export type ServerParts = {
  config: Config;
  db: Db;
  log: Logger;
  /** Headers that GraphiQL is filled in with, made anew for each page; undefined outside demo mode. */
  demoHeaders?: () => Promise<Record<string, string>>;
};

export type RunningServer = {
  /** Where it listens, e.g. http://127.0.0.1:4000. */
  url: string;
  /** Refuses readiness at once, waits for requests under way, then closes; at most `shutdownTimeoutMs`. */
  close(): Promise<void>;
};

/** Starts to listen; rejects with the system's error where the address cannot be had. */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { config, db, log } = parts;
  const tokens = await createTokenIssuer({ db, options: config.token });
  const authenticator = createAuthenticator({ db, tokens });
  let isDraining = false;
  const isReady = async (): Promise<boolean> => !isDraining && (await isDatabaseThere(db));
  const pages = createPages({ tokens, isReady, demoHeaders: parts.demoHeaders });
  const app = createApp({ config, db, tokens, authenticator, log, pages });
  const server = createServer(
    {
      requestTimeout: config.requestTimeoutMs,
      headersTimeout: Math.min(config.requestTimeoutMs, HEADERS_TIMEOUT_MS),
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
    },
    (request, response) => {
      if (isDraining) response.setHeader('connection', 'close');
      app(request, response);
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
  await listen(server, config);
  return {
    url: urlOf(server, config.host),
    close: async () => {
      isDraining = true;
      await drain(server, config.shutdownTimeoutMs);
    },
  };
}

const HEADERS_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_TIMEOUT_MS = 10_000;
const HEADER_BYTES_MAX = 16 * 1024;
const CONNECTIONS_MAX = 10_000;
const READY_TIMEOUT_MS = 2_000;

async function isDatabaseThere(db: Db): Promise<boolean> {
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), READY_TIMEOUT_MS);
  return await Promise.race([asked, tooLate]).finally(() => clearTimeout(timer));
}

async function listen(server: Server, { host, port }: Config): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port }, () => resolve());
  await promise;
  server.off('error', reject);
}

function urlOf(server: Server, host: string): string {
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Node closes idle connections at once and the others as they finish; what remains then is cut. */
async function drain(server: Server, timeoutMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
  server.close(() => resolve());
  await promise;
  clearTimeout(timer);
}
