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
import type { ListUrls } from './list-urls.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

export type FetchContext = {
  /** Connection pool. Loading uses one connection, the records of fetches another. */
  pool: Pool;
  download: Downloader;
  /** Today as `YYYY-MM-DD`. A list of unknown date takes effect on this day. */
  today: string;
  loadedBy: string;
  signal: AbortSignal;
  onProgress?: (progress: FetchProgress) => void;
  /** Called for an error that is not an OperatorError, in addition to the failed outcome. */
  onFault: (fault: { source: string; error: unknown }) => void;
};

/** Progress of a fetch. `fraction` is that of the phase, from 0 to 1; `entries` counts those read so far. */
export type FetchProgress = {
  source: string;
  phase: 'Fetching' | 'Reading';
  fraction: number;
  entries: number;
};

export type FetchedList =
  | LoadedList
  | { source: string; outcome: 'not_modified'; asOf: string | null; sha256: string }
  | { source: string; outcome: 'failed'; reason: string };

/**
 * Fetches a list from its authority and loads it in one transaction. A list that is unmodified or identical to the
 * loaded one is only marked as seen. Failures are returned and stored as outcomes, except that a canceled fetch is not
 * stored. Throws only when the previous outcome cannot be read or the new one cannot be stored.
 */
export async function fetchList(context: FetchContext, source: ListUrls): Promise<FetchedList> {
  const db = createDb(context.pool);
  const owner = { serviceId: ALL_SERVICES, source: source.source };
  const previous = await findFetchedVersion(db, { ...owner, rules: LIST_RULES });
  try {
    const { list, version } = await withTemporaryFolder(
      async (folder) => await downloadAndLoad(folder, context, { ...source, previous }),
    );
    await saveFetch(db, { ...owner, outcome: list.outcome, reason: null, version });
    return list;
  } catch (error) {
    const reason = describeFailure(source.source, error);
    if (!(error instanceof OperatorError)) context.onFault({ source: source.source, error });
    // A canceled fetch is not a failed one.
    if (!context.signal.aborted)
      await saveFetch(db, { ...owner, outcome: 'failed', reason, version: null });
    return { source: source.source, outcome: 'failed', reason };
  }
}

/** Returns the message of an operator error. Of other errors it names the type only: messages may quote a row. */
function describeFailure(source: string, error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const name = error instanceof Error ? error.name : typeof error;
  return `Nothing was loaded: ${source} met a fault that is none of the list's (${name}). The loaded list is unchanged.`;
}

type FetchRequest = ListUrls & { previous: FetchedVersion | undefined };
type FetchOutcome = { list: Exclude<FetchedList, { outcome: 'failed' }>; version: FetchedVersion };

async function downloadAndLoad(
  folder: string,
  context: FetchContext,
  request: FetchRequest,
): Promise<FetchOutcome> {
  const { previous } = request;
  const downloads = await downloadAll(folder, context, request);
  if (previous !== undefined && downloads.every(({ isUnchanged }) => isUnchanged))
    return await confirmUnchanged(context, request, previous);
  // A list of several files needs all of them, unmodified ones included.
  const files = downloads.some(({ isUnchanged }) => isUnchanged)
    ? await downloadAll(folder, context, { ...request, previous: undefined })
    : downloads;
  const list = await loadDownloaded(files, context, request);
  const version = {
    sha256: Buffer.from(list.sha256, 'hex'),
    files: files.map(({ url, etag, lastModified }) => ({ url, etag, lastModified })),
  };
  return { list, version };
}

type DownloadedFile = FetchedFile & { path: string; isUnchanged: boolean };

async function downloadAll(
  folder: string,
  { download, signal, onProgress }: FetchContext,
  { source, urls, previous }: FetchRequest,
): Promise<DownloadedFile[]> {
  const files: DownloadedFile[] = [];
  for (const [index, url] of urls.entries()) {
    const fileFolder = join(folder, String(index));
    await mkdir(fileFolder, { recursive: true });
    const path = join(fileFolder, toFileName(url));
    const previousFile = findPreviousFile(url, { index, urls, previous });
    const result = await download({
      url,
      path,
      validators: previousFile,
      signal,
      onBytes: (read, total) => {
        const fraction = (index + toFraction(read, total)) / urls.length;
        onProgress?.({ source, phase: 'Fetching', fraction, entries: 0 });
      },
    });
    files.push(
      result.kind === 'unchanged'
        ? { etag: null, lastModified: null, ...previousFile, url, path, isUnchanged: true }
        : { url, ...result.validators, path, isUnchanged: false },
    );
  }
  return files;
}

/** Returns the completed fraction of a download; 0 when its size is unknown. */
function toFraction(read: number, total: number | null): number {
  return total === null || total === 0 ? 0 : Math.min(1, read / total);
}

type FilePosition = Pick<FetchRequest, 'urls' | 'previous'> & { index: number };

/** Returns the validators (ETag, date) of the last fetch; undefined when the URLs changed or the server sent none. */
function findPreviousFile(
  url: string,
  { index, urls, previous }: FilePosition,
): FetchedFile | undefined {
  if (previous?.files.length !== urls.length) return undefined;
  const file = previous.files[index];
  const isSameFile = file?.url === url && (file.etag !== null || file.lastModified !== null);
  return isSameFile ? file : undefined;
}

/** Returns a safe file name for the download, which warnings and errors quote. */
function toFileName(url: string): string {
  const fileName = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
  return (
    fileName
      .replace(/[^\w.-]/g, '_')
      .slice(-100)
      .replace(/^\.+/, '') || 'list'
  );
}

/** Marks the loaded list as seen. Throws OperatorError when it was replaced or deleted during the fetch. */
async function confirmUnchanged(
  { pool }: FetchContext,
  { source }: FetchRequest,
  version: FetchedVersion,
): Promise<FetchOutcome> {
  const db = createDb(pool);
  const { sha256 } = version;
  const snapshot = await findSnapshotOn(db, { serviceId: ALL_SERVICES, source, day: null });
  if (snapshot?.sha256.equals(sha256) !== true)
    throw new OperatorError(`Nothing was loaded: ${source} was loaded or forgotten meanwhile.`);
  await markSourceSeen(db, { serviceId: ALL_SERVICES, id: snapshot.id });
  const list = { source, outcome: 'not_modified', asOf: snapshot.asOf } as const;
  return { list: { ...list, sha256: sha256.toString('hex') }, version };
}

async function loadDownloaded(
  files: readonly DownloadedFile[],
  { pool, today, loadedBy, signal, onProgress }: FetchContext,
  { source }: FetchRequest,
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
