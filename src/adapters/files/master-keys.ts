import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileOptions } from '../../config/file-options.ts';
import { AppError, hasCode, OperatorError } from '../../errors.ts';
import { createFolder, syncFolder } from './sync-folder.ts';

/** Master key of 32 bytes, which wraps data encryption keys, with its public id. */
export type MasterKey = { id: string; secret: Buffer };

/** Master keys, current key first. */
type KeyRing = readonly [MasterKey, ...MasterKey[]];

export type MasterKeys = {
  /**
   * Reads the master keys, current key first. Creates a missing key file with `createsMasterKey`. Throws AppError
   * `files_unavailable` when there is no key, and OperatorError for an unreadable or invalid key file.
   */
  list: () => Promise<KeyRing>;
  /**
   * Returns a master key, or undefined. Reads the keys again for an unknown id, because another process may have
   * rotated them.
   */
  find: (id: string) => Promise<MasterKey | undefined>;
};

type KeySource = Pick<FileOptions, 'masterKeys' | 'masterKeyFile' | 'createsMasterKey'>;

/** Creates the source of master keys. Throws OperatorError for invalid keys in FILE_MASTER_KEYS. */
export function createMasterKeys(source: KeySource): MasterKeys {
  const readKeys = createKeyReader(source);
  let cached: readonly MasterKey[] = [];
  const list = async (): Promise<KeyRing> => {
    const keys = await readKeys();
    cached = keys;
    return keys;
  };
  return {
    list,
    find: async (id) =>
      cached.find((key) => key.id === id) ?? (await list()).find((key) => key.id === id),
  };
}

/** Returns the ids of the keys, current key first. */
export function toKeyIds([current, ...earlier]: KeyRing): [string, ...string[]] {
  return [current.id, ...earlier.map(({ id }) => id)];
}

function createKeyReader(source: KeySource): () => Promise<KeyRing> {
  const { masterKeys, masterKeyFile, createsMasterKey } = source;
  if (masterKeys !== undefined) {
    const keys = parseMasterKeys(masterKeys, 'FILE_MASTER_KEYS');
    return async () => await requireKeys(keys);
  }
  if (masterKeyFile === undefined) return rejectMissingKey;
  return async () => {
    const keys = await readKeyFile(masterKeyFile);
    const isMissing = keys.length === 0 && createsMasterKey;
    return await requireKeys(isMissing ? await createKeyFile(masterKeyFile) : keys);
  };
}

/** Throws AppError `files_unavailable` without a key: FILE_MASTER_KEYS may consist of separators only. */
async function requireKeys([current, ...earlier]: readonly MasterKey[]): Promise<KeyRing> {
  return current === undefined ? await rejectMissingKey() : [current, ...earlier];
}

async function rejectMissingKey(): Promise<never> {
  throw await Promise.resolve(
    new AppError(
      'files_unavailable',
      'No master key is configured. Set FILE_MASTER_KEYS or FILE_MASTER_KEY_FILE.',
    ),
  );
}

const KEY_BYTES = 32;

/** Creates a master key in the format of FILE_MASTER_KEYS and of the key file. */
export function createMasterKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/**
 * Creates the key file with mode 0600, if it does not exist, and returns its keys. Concurrent callers all get the key
 * of the first.
 */
async function createKeyFile(path: string): Promise<MasterKey[]> {
  const draft = `${path}.${randomUUID()}`;
  await createFolder(dirname(path));
  await writeDraft(draft, `${createMasterKeyText()}\n`);
  // Unlike rename, link does not replace an existing file.
  await link(draft, path).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  await rm(draft);
  await syncFolder(dirname(path));
  const keys = await readKeyFile(path);
  if (keys.length > 0) return keys;
  throw new OperatorError(`The key file ${path} is empty. Restore the keys or delete the file.`);
}

/**
 * Adds a new current key at the start of the key file, or creates the file with mode 0600. Throws OperatorError while
 * another rotation is running.
 */
export async function addMasterKey(path: string): Promise<void> {
  // A fixed name serves as lock, so that two rotations cannot lose a key that is in use.
  const draft = `${path}.draft`;
  await createFolder(dirname(path));
  await writeDraft(draft, '').catch((cause: unknown) => {
    if (!hasCode(cause, 'EEXIST')) throw cause;
    throw new OperatorError(
      `${draft} exists: another key rotation is running. Delete the file when the rotation was interrupted.`,
      { cause },
    );
  });
  try {
    await writeFile(draft, `${createMasterKeyText()}\n${await readText(path)}`, { flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function writeDraft(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true });
}

async function readKeyFile(path: string): Promise<MasterKey[]> {
  return parseMasterKeys(await readText(path), path);
}

async function readText(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch((cause: unknown) => {
    if (hasCode(cause, 'ENOENT')) return '';
    throw new OperatorError(`The key file ${path} cannot be read.`, { cause });
  });
}

/** Parses keys that are separated by line breaks, commas or spaces. Errors do not quote them. */
function parseMasterKeys(text: string, source: string): MasterKey[] {
  return text
    .split(/[\s,]+/)
    .filter((keyText) => keyText !== '')
    .map((keyText) => toMasterKey(keyText, source));
}

function toMasterKey(text: string, source: string): MasterKey {
  const secret = Buffer.from(text, 'base64url');
  if (secret.length !== KEY_BYTES || !/^[\w+/-]+=?$/.test(text))
    throw new OperatorError(
      `${source} must contain keys of 32 bytes in base64. Create one with \`gateway keys make\`.`,
    );
  // The id is displayed and stored. It is a hash, so that it does not reveal the key.
  const id = createHash('sha256').update('file-master-key').update(secret).digest('hex');
  return { id: id.slice(0, 16), secret };
}
