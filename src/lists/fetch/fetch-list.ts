import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Downloader } from '../../adapters/downloads/downloader.ts';
import { createDb } from '../../db/client.ts';
import {
  type FetchedFile,
  type FetchedVersion,
  findFetchedVersion,
  saveFetch,
} from '../../db/queries/lists/fetches.ts';
import { findSnapshotOn, markSourceSeen } from '../../db/queries/lists/snapshots.ts';
import { ALL_SERVICES } from '../../domain/lists/list-source.ts';
import { OperatorError } from '../../errors.ts';
import { LIST_RULES } from '../load/list-rules.ts';
import { type LoadedList, loadList } from '../load/load-list.ts';
import { READERS } from '../readers.ts';
import type { FetchedSource } from './addresses.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

export type FetchParts = {
  /** One connection of it is used for loading, and one beside it. */
  pool: Pool;
  download: Downloader;
  /** Today, as `YYYY-MM-DD`: the day that a list of an unknown day counts from. */
  today: string;
  loadedBy: string;
  signal: AbortSignal;
  onProgress?: (progress: FetchProgress) => void;
  /** Told of what nobody expected, besides that the list failed. */
  onFault: (fault: { source: string; error: unknown }) => void;
};

/** `share` is the part of the phase that is done, 0 to 1; entries are those of the list so far. */
export type FetchProgress = {
  source: string;
  phase: 'Fetching' | 'Reading';
  share: number;
  entries: number;
};

export type FetchedList =
  | LoadedList
  | { source: string; outcome: 'not_modified'; asOf: string | null; sha256: string }
  | { source: string; outcome: 'failed'; reason: string };

/**
 * Fetches a list from its authority and loads it, all of it or nothing. What the server says has not changed, or comes
 * with the bytes that are loaded, only counts as seen to be current. What came of it is kept, whatever that is; throws only where
 * that cannot be, for then the database is not there for any list.
 */
export async function fetchList(parts: FetchParts, source: FetchedSource): Promise<FetchedList> {
  const db = createDb(parts.pool);
  const owner = { serviceId: ALL_SERVICES, source: source.source };
  const known = await findFetchedVersion(db, { ...owner, rules: LIST_RULES });
  try {
    const { list, version } = await withTemporaryFolder(
      async (folder) => await fetchInto(folder, parts, { ...source, known }),
    );
    await saveFetch(db, { ...owner, outcome: list.outcome, reason: null, version });
    return list;
  } catch (error) {
    const reason = describeFailure(source.source, error);
    if (!(error instanceof OperatorError)) parts.onFault({ source: source.source, error });
    // Who was told to leave off has not tried.
    if (!parts.signal.aborted)
      await saveFetch(db, { ...owner, outcome: 'failed', reason, version: null });
    return { source: source.source, outcome: 'failed', reason };
  }
}

/** What the text of an unexpected fault says may be a row's. */
function describeFailure(source: string, error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const name = error instanceof Error ? error.name : typeof error;
  return `Nothing was loaded: ${source} met a fault that is none of the list's (${name}). The loaded list is unchanged.`;
}

type Wanted = FetchedSource & { known: FetchedVersion | undefined };
type Fetched = { list: Exclude<FetchedList, { outcome: 'failed' }>; version: FetchedVersion };

async function fetchInto(folder: string, parts: FetchParts, wanted: Wanted): Promise<Fetched> {
  const { known } = wanted;
  const asked = await downloadAll(folder, parts, wanted);
  if (known !== undefined && asked.every(({ isUnchanged }) => isUnchanged))
    return await confirm(parts, wanted, known);
  // Of several files all are needed, also those that have not changed.
  const files = asked.some(({ isUnchanged }) => isUnchanged)
    ? await downloadAll(folder, parts, { ...wanted, known: undefined })
    : asked;
  const list = await load(files, parts, wanted);
  const version = {
    sha256: Buffer.from(list.sha256, 'hex'),
    files: files.map(({ url, etag, lastModified }) => ({ url, etag, lastModified })),
  };
  return { list, version };
}

type DownloadedFile = FetchedFile & { path: string; isUnchanged: boolean };

async function downloadAll(
  folder: string,
  { download, signal, onProgress }: FetchParts,
  { source, urls, known }: Wanted,
): Promise<DownloadedFile[]> {
  const files: DownloadedFile[] = [];
  for (const [index, url] of urls.entries()) {
    const place = join(folder, String(index));
    await mkdir(place, { recursive: true });
    const path = join(place, nameOf(url));
    const before = findVersionOf(url, { index, urls, known });
    const answer = await download({
      url,
      path,
      validators: before,
      signal,
      onBytes: (read, total) => {
        const share = (index + shareOf(read, total)) / urls.length;
        onProgress?.({ source, phase: 'Fetching', share, entries: 0 });
      },
    });
    files.push(
      answer.kind === 'unchanged'
        ? { etag: null, lastModified: null, ...before, url, path, isUnchanged: true }
        : { url, ...answer.validators, path, isUnchanged: false },
    );
  }
  return files;
}

function shareOf(read: number, total: number | null): number {
  return total === null || total === 0 ? 0 : Math.min(1, read / total);
}

type Place = Pick<Wanted, 'urls' | 'known'> & { index: number };

/** How the server knew a file the last time; undefined where that was another file, or it said nothing. */
function findVersionOf(url: string, { index, urls, known }: Place): FetchedFile | undefined {
  if (known?.files.length !== urls.length) return undefined;
  const file = known.files[index];
  const isKnown = file?.url === url && (file.etag !== null || file.lastModified !== null);
  return isKnown ? file : undefined;
}

/** The file's own name, by which warnings and refusals call it. */
function nameOf(url: string): string {
  const last = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
  return (
    last
      .replace(/[^\w.-]/g, '_')
      .slice(-100)
      .replace(/^\.+/, '') || 'list'
  );
}

async function confirm(
  { pool }: FetchParts,
  { source }: Wanted,
  version: FetchedVersion,
): Promise<Fetched> {
  const db = createDb(pool);
  const { sha256 } = version;
  const snapshot = await findSnapshotOn(db, { serviceId: ALL_SERVICES, source, day: null });
  if (snapshot?.sha256.equals(sha256) !== true)
    throw new OperatorError(`Nothing was loaded: ${source} was loaded or forgotten meanwhile.`);
  await markSourceSeen(db, { serviceId: ALL_SERVICES, id: snapshot.id });
  const list = { source, outcome: 'not_modified', asOf: snapshot.asOf } as const;
  return { list: { ...list, sha256: sha256.toString('hex') }, version };
}

async function load(
  files: readonly DownloadedFile[],
  { pool, today, loadedBy, signal, onProgress }: FetchParts,
  { source }: Wanted,
): Promise<LoadedList> {
  return await loadList({
    serviceId: ALL_SERVICES,
    source,
    pool,
    files: files.map(({ path }) => path),
    read: READERS[source],
    isFetched: true,
    today,
    loadedBy,
    onProgress: (progress) => {
      if (signal.aborted)
        throw new OperatorError(`Nothing was loaded: ${source} could not be downloaded in time.`);
      onProgress?.({ source, phase: 'Reading', ...progress });
    },
  });
}
