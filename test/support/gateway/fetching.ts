import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import {
  createDownloader,
  type DownloadOptions,
} from '../../../src/adapters/downloads/downloader.ts';
import type { FetchedList } from '../../../src/lists/fetch/fetch-list.ts';
import { fetchLists } from '../../../src/lists/fetch/fetch-lists.ts';
import type { ListUrls } from '../../../src/lists/fetch/list-urls.ts';
import { type TestDatabase, useDatabase } from '../database/database.ts';
import { chooseTemporaryFolder } from '../database/temporary-folder.ts';
import { useWebhookReceiver, type WebhookReceiver } from '../processes/webhook-receiver.ts';

/** Download options for servers of this machine. */
export const FETCHING: DownloadOptions = {
  bytesMax: 64 * 1024,
  timeoutMs: 60_000,
  stallMs: 30_000,
  allowsHttp: true,
  ports: [{ from: 1, to: 65_535 }],
  allowedNetworks: ['127.0.0.0/8'],
};

export type Fetching = {
  database: Omit<TestDatabase, 'drop'>;
  server: WebhookReceiver;
  fetchAll: (
    sources: readonly ListUrls[],
    options?: Partial<DownloadOptions> & { signal?: AbortSignal },
  ) => Promise<FetchedList[]>;
  /** Unexpected errors. A test that expects one removes it. */
  faults: unknown[];
  /** Returns all stored rows of lists, without the time at which each was last confirmed. */
  stored: () => Promise<unknown>;
};

/**
 * Starts a stand-in for an authority, and creates a database without lists. After each test, no downloaded file may
 * remain.
 */
export function useFetching(): Fetching {
  const database = useDatabase();
  const server = useWebhookReceiver();
  const { TMPDIR: before } = process.env;
  const faults: unknown[] = [];
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(chooseTemporaryFolder(), 'fetch-'));
    process.env['TMPDIR'] = folder;
  });
  afterAll(async () => {
    process.env['TMPDIR'] = before;
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    await sql`truncate list_snapshots, list_entries, list_fetches cascade`.execute(database.db);
  });
  afterEach(async () => {
    expect(await readdir(folder), 'what was fetched is removed').toEqual([]);
    expect(faults.splice(0), 'what nobody expected').toEqual([]);
  });
  return {
    database,
    server,
    fetchAll: async (sources, { signal = new AbortController().signal, ...options } = {}) => {
      const download = createDownloader({ ...FETCHING, ...options });
      const parts = {
        pool: database.pool,
        download,
        today: '2024-08-01',
        loadedBy: 'test',
        signal,
        onFault: ({ error }: { error: unknown }) => void faults.push(error),
      };
      return await fetchLists(parts, sources);
    },
    faults,
    stored: async () => {
      const { rows } = await sql`
        select (select jsonb_agg(e order by id) from list_entries e) as entries,
          (select jsonb_agg(to_jsonb(s) - 'confirmed_at' - 'source_seen_at' order by id) from list_snapshots s) as snapshots`.execute(
        database.db,
      );
      return rows;
    },
  };
}

/** Returns a matcher as any type, for members of expected values. */
export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
