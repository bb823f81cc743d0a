import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { mayComeBack } from './connection-fault.ts';
import type { HostList, SessionAttributes } from './host-list.ts';

/** Address of a server. */
export type Place = { host: string; port: number };

/** Delay after which the next server is tried as well: an unreachable one does not respond for long. */
const NEXT_HOST_MS = 250;
/** Timeout of a connection attempt, and of the query for the server's role. */
const ANSWER_MS = 1_500;
const ASK_AGAIN_MS = 200;

type FinderOptions = HostList & {
  /** Longest search. */
  waitMs: number;
};

/** Finds the first server of a list with the wanted session attributes; concurrent searches share one. */
export class HostFinder {
  readonly #options: FinderOptions;
  #pending: Promise<Place> | undefined;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  /** Returns the server; throws the error of the first one when none is found in time. */
  async find(): Promise<Place> {
    this.#pending ??= this.#search().finally(() => {
      this.#pending = undefined;
    });
    return await this.#pending;
  }

  async #search(): Promise<Place> {
    const { waitMs } = this.#options;
    const until = performance.now() + waitMs;
    for (;;) {
      try {
        return await this.#askAll();
      } catch (error) {
        const faults: unknown[] = error instanceof AggregateError ? error.errors : [error];
        if (!faults.some(mayComeBack) || performance.now() + ASK_AGAIN_MS > until) throw faults[0];
      }
      await wait(ASK_AGAIN_MS);
    }
  }

  async #askAll(): Promise<Place> {
    const { urls, attributes } = this.#options;
    const found = new AbortController();
    const asked = urls.map(async (url, at) => {
      if (at > 0) await wait(at * NEXT_HOST_MS, undefined, { signal: found.signal });
      return await askHost(url, attributes);
    });
    return await Promise.any(asked).finally(() => found.abort());
  }
}

async function askHost(connectionString: string, attributes: SessionAttributes): Promise<Place> {
  const config: ClientConfig = {
    connectionString,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'participant-gateway',
  };
  const client = new Client(config);
  // Errors reach the caller by the rejected query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (attributes !== 'any') await checkServer(client, attributes);
    return { host: client.host, port: client.port };
  } finally {
    void client.end().catch(() => undefined);
  }
}

async function checkServer(client: Client, attributes: SessionAttributes): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean; isReadOnly: boolean }>(
    `select pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  const [server] = rows;
  if (server?.isStandby === true || (attributes === 'read-write' && server?.isReadOnly === true))
    throw new Error('The server accepts no writes.');
}
