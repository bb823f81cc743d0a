import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { isTransient } from './connection-fault.ts';
import type { HostList, SessionAttributes } from './host-list.ts';

/** Address of a server. */
export type ServerAddress = { host: string; port: number };

/** Delay after which the next server is tried in parallel: an unreachable one may not respond until the timeout. */
const NEXT_HOST_MS = 250;
/** Timeout of a connection attempt, and of the query for the server's role. */
const RESPONSE_TIMEOUT_MS = 1_500;
/** Pause between two rounds of attempts. */
const RETRY_MS = 200;

type HostFinderOptions = HostList & {
  /** Time after which no further round of attempts starts. A running round may take about three seconds longer. */
  waitMs: number;
};

/**
 * Finds the server of a list that responds first with the required session attributes. Each server is tried
 * NEXT_HOST_MS after the previous one in the list. Concurrent calls share one search.
 */
export class HostFinder {
  readonly #options: HostFinderOptions;
  #pending: Promise<ServerAddress> | undefined;

  constructor(options: HostFinderOptions) {
    this.#options = options;
  }

  /**
   * Returns the server. Throws the error of the first server in the list when none is found in time, and at once when
   * all errors are permanent.
   */
  async find(): Promise<ServerAddress> {
    this.#pending ??= this.#search().finally(() => {
      this.#pending = undefined;
    });
    return await this.#pending;
  }

  async #search(): Promise<ServerAddress> {
    const { waitMs } = this.#options;
    const deadline = performance.now() + waitMs;
    for (;;) {
      try {
        return await this.#tryAll();
      } catch (error) {
        const hostErrors: unknown[] = error instanceof AggregateError ? error.errors : [error];
        if (!hostErrors.some(isTransient) || performance.now() + RETRY_MS > deadline)
          throw hostErrors[0];
      }
      await wait(RETRY_MS);
    }
  }

  async #tryAll(): Promise<ServerAddress> {
    const { urls, attributes } = this.#options;
    const abortController = new AbortController();
    const attempts = urls.map(async (url, index) => {
      if (index > 0)
        await wait(index * NEXT_HOST_MS, undefined, { signal: abortController.signal });
      return await connectToHost(url, attributes);
    });
    return await Promise.any(attempts).finally(() => abortController.abort());
  }
}

/** Returns the address behind the URL. Throws when it cannot be reached or lacks the session attributes. */
async function connectToHost(
  connectionString: string,
  attributes: SessionAttributes,
): Promise<ServerAddress> {
  const config: ClientConfig = {
    connectionString,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    application_name: 'participant-gateway',
  };
  const client = new Client(config);
  // Errors reach the caller through the rejected query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (attributes !== 'any') await requirePrimary(client, attributes);
    return { host: client.host, port: client.port };
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Throws for a standby and, with `read-write`, for a read-only server. */
async function requirePrimary(client: Client, attributes: SessionAttributes): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean }>(
    `select pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  const [server] = rows;
  if (server?.isStandby === true || (attributes === 'read-write' && server?.isReadOnly === true))
    throw new Error('The server accepts no writes.');
}
