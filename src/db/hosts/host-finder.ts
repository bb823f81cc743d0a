import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { mayComeBack } from './connection-fault.ts';
import type { HostList, SessionAttributes } from './host-list.ts';

export type Place = { host: string; port: number };

/** Delay until the next server is tried concurrently, since an unreachable one does not respond for long. */
const NEXT_HOST_MS = 250;
/** Time limit for connecting to a server, and for its role. */
const ANSWER_MS = 1_500;
const ASK_AGAIN_MS = 200;

type FinderOptions = HostList & {
  /** Maximum time of finding a server. */
  waitMs: number;
};

/** Finds the first server of a list with the required role. Concurrent callers share one search. */
export class HostFinder {
  readonly #options: FinderOptions;
  #underWay: Promise<Place> | undefined;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  /** Throws the error of the first server when none is found in time. */
  async find(): Promise<Place> {
    this.#underWay ??= this.#search().finally(() => {
      this.#underWay = undefined;
    });
    return await this.#underWay;
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
  // Errors are reported by the query.
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
    throw new Error('The server takes no writes.');
}
