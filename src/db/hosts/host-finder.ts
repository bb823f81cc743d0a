import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { mayComeBack } from './connection-fault.ts';
import type { HostList, SessionAttributes } from './host-list.ts';

export type Place = { host: string; port: number };

/** A later one is asked beside the earlier ones after this time, since one that is cut off says nothing for long. */
const NEXT_HOST_MS = 250;
/** For one to connect, and again to say what it is. */
const ANSWER_MS = 1_500;
const ASK_AGAIN_MS = 200;

type FinderOptions = HostList & {
  /** How long one is looked for. */
  waitMs: number;
};

/** Finds the first server of a list that is as it must be; those who look at the same time look together. */
export class HostFinder {
  readonly #options: FinderOptions;
  #underWay: Promise<Place> | undefined;

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  /** Throws what the first one said, where none is to be found in time. */
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
  // What breaks is told to who asks.
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
