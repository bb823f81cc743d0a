import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileOptions } from '../../config/file-options.ts';
import type { ByteRange } from '../../domain/files/byte-range.ts';
import { AppError, hasCode } from '../../errors.ts';
import { eachInSlices } from '../../scheduling/bytes-in-slices.ts';
import { createAdmission } from './admission.ts';
import { BlobMissing, type BlobStore } from './blob-store.ts';
import { type DiskSpace, onDisk, readDiskSpace } from './disk.ts';
import { createFolderStore } from './folder-store.ts';
import { decryptFrames, storedRange } from './frames.ts';
import { type Arriving, type Intake, takeIn } from './intake.ts';
import { addMasterKey, createMasterKeys, type MasterKeys } from './master-keys.ts';
import { createScanner } from './scanner.ts';
import { makeKey, seal, unseal } from './seal.ts';

/** A data key as the database keeps it. */
export type WrappedKey = { masterKeyId: string; wrappedKey: Buffer };

/**
 * Owner of a data key, or the id of the signing key: a wrapped key opens for its owner only. `businessId` is null for files
 * of no business.
 */
export type KeyOwner = { serviceId: number; businessId: number | null } | { kid: string };

/** Everything that touches the bytes and the keys of files. */
export type FileVault = {
  bytesMax: number;
  /** Throws AppError `files_unavailable` where there is no master key. */
  checkReady: () => Promise<void>;
  /** Receives a file of a service while few enough others are; throws AppError `too_many_requests` otherwise. */
  admit: <T>(serviceId: number, work: () => Promise<T>) => Promise<T>;
  /** Reads a file to its end and looks at it: see takeIn. Throws AppError `files_unavailable` too where the disk is full. */
  receive: (file: Arriving, content: AsyncIterable<Uint8Array>) => Promise<Intake>;
  store: (intake: Intake, storageKey: string) => Promise<void>;
  /**
   * The plain bytes of a range; undefined where the store has none under the key. The first of them are sound. Whoever
   * does not read them disposes of them.
   */
  read: (blob: StoredBlob, range: ByteRange) => Promise<OpenBytes | undefined>;
  delete: (storageKey: string) => Promise<void>;
  wrapKey: (key: Buffer, owner: KeyOwner) => Promise<WrappedKey>;
  /** In turns of the owner's service. Throws AppError `files_unavailable` where its master key is not at hand. */
  unwrapKey: (wrapped: WrappedKey, owner: KeyOwner) => Promise<Buffer>;
  /** The current one first. */
  masterKeyIds: () => Promise<string[]>;
  /** Puts a new master key before the others, where they stand in a file of the gateway's own. */
  addMasterKey: () => Promise<void>;
  makeKey: () => Buffer;
  seal: typeof seal;
  unseal: typeof unseal;
  /** Deletes what uploads left behind that broke off over an hour ago. */
  sweepIncoming: () => Promise<void>;
  /** Space of the disk that uploads are written to, which is that of the store where that is a folder. */
  readDiskSpace: () => Promise<DiskSpace>;
  close: () => void;
};

/** Bytes of the store, which is done with them once they were read, or left, or disposed of. */
export type OpenBytes = AsyncIterable<Uint8Array> & AsyncDisposable;

/** It is read in turns of that service. */
export type StoredBlob = { serviceId: number; storageKey: string; key: Buffer; size: number };

export type VaultParts = {
  options: FileOptions;
  onFault: (error: unknown) => void;
};

/** Throws OperatorError for master keys that cannot be used. Nothing is opened or made before the first file. */
export async function createFileVault({ options, onFault }: VaultParts): Promise<FileVault> {
  const masterKeys = createMasterKeys(options);
  const store = await openStore(options);
  const scanner = createScanner({ ...options, onFault });
  const { incoming: folder, makeIncoming: makeFolder } = store;
  const parts = { folder, makeFolder, bytesMax: options.bytesMax, scanner };
  return {
    bytesMax: options.bytesMax,
    checkReady: async () => void (await masterKeys.list()),
    admit: createAdmission(options.uploadsMax),
    receive: async (file, content) => await onDisk(async () => await takeIn(parts, file, content)),
    store: async ({ path, storedByteCount }, key) =>
      await onDisk(async () => {
        await store.put(key, path, storedByteCount);
        await rm(path, { force: true });
      }),
    read: async (blob, range) => await onDisk(async () => await readBlob(store, blob, range)),
    delete: async (key) => await store.delete(key),
    wrapKey: async (key, owner) => await wrap(masterKeys, key, owner),
    unwrapKey: async (wrapped, owner) => await unwrap(masterKeys, wrapped, owner),
    masterKeyIds: async () => (await masterKeys.list()).map((one) => one.id),
    addMasterKey: async () => {
      const { masterKeys: text, masterKeyFile } = options;
      if (text === undefined && masterKeyFile !== undefined) await addMasterKey(masterKeyFile);
    },
    makeKey,
    seal,
    unseal,
    sweepIncoming: async () => await sweepFolder(store.incoming),
    readDiskSpace: async () => await readDiskSpace(store.incoming),
    close: () => store.close(),
  };
}

/** The client of a bucket is large, so it is loaded only where it is used. */
async function openStore({ folder, s3 }: FileOptions): Promise<BlobStore> {
  if (s3 === undefined) return createFolderStore(folder);
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(s3);
}

async function readBlob(
  store: BlobStore,
  { serviceId, storageKey, key, size }: StoredBlob,
  range: ByteRange,
): Promise<OpenBytes | undefined> {
  try {
    const stored = await store.read(storageKey, storedRange(range, size));
    const inTurns = eachInSlices(serviceId, stored);
    return await begun(decryptFrames(key, { size, range }, inTurns));
  } catch (error) {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  }
}

/** The same bytes, of which the first have been read: what is wrong with them is known before an answer begins. */
async function begun(bytes: AsyncGenerator<Buffer>): Promise<OpenBytes> {
  const first = await bytes.next();
  const dispose = async (): Promise<void> => void (await bytes.return(undefined));
  return {
    async *[Symbol.asyncIterator]() {
      try {
        if (first.done !== true) yield first.value;
        yield* bytes;
      } finally {
        // Who leaves at the first of them has not come to those that end by themselves.
        await dispose();
      }
    },
    [Symbol.asyncDispose]: dispose,
  };
}

async function wrap(keys: MasterKeys, key: Buffer, owner: KeyOwner): Promise<WrappedKey> {
  const [current] = await keys.list();
  if (current === undefined) throw new Error('The list of master keys is empty.');
  return { masterKeyId: current.id, wrappedKey: seal(current.secret, contextOf(owner), key) };
}

async function unwrap(keys: MasterKeys, wrapped: WrappedKey, owner: KeyOwner): Promise<Buffer> {
  const master = await keys.find(wrapped.masterKeyId);
  if (master === undefined)
    throw new AppError('files_unavailable', 'The encryption key of the file is not available.');
  return unseal(master.secret, contextOf(owner), wrapped.wrappedKey);
}

function contextOf(owner: KeyOwner): string {
  if ('kid' in owner) return `signing-key:${owner.kid}`;
  const { serviceId, businessId } = owner;
  return `data-key:${serviceId}:${businessId ?? 'none'}`;
}

const ABANDONED_MS = 3_600_000;

async function sweepFolder(folder: string): Promise<void> {
  for (const name of await readNames(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS)
      await rm(path, { force: true });
  }
}

/** Of a folder that is made with the first file. */
async function readNames(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
}
