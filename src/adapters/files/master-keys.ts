import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileOptions } from '../../config/file-options.ts';
import { AppError, hasCode, OperatorError } from '../../errors.ts';
import { makeFolder, syncFolder } from './sync-folder.ts';

/** 32 bytes that data keys are wrapped with, and the name that they are found by. */
export type MasterKey = { id: string; secret: Buffer };

export type MasterKeys = {
  /** The current one first, read anew. Throws AppError `files_unavailable` where there is none. */
  list: () => Promise<MasterKey[]>;
  /** The same as it was read last, and anew for an id that was not there: another process may have rotated. */
  find: (id: string) => Promise<MasterKey | undefined>;
};

type KeySource = Pick<FileOptions, 'masterKeys' | 'masterKeyFile' | 'makesMasterKey'>;

/** Throws OperatorError for a text of keys that cannot be used. */
export function createMasterKeys(source: KeySource): MasterKeys {
  const read = createReader(source);
  let known: MasterKey[] = [];
  const list = async (): Promise<MasterKey[]> => {
    known = await read();
    return known;
  };
  return {
    list,
    find: async (id) =>
      known.find((one) => one.id === id) ?? (await list()).find((one) => one.id === id),
  };
}

function createReader(source: KeySource): () => Promise<MasterKey[]> {
  const { masterKeys, masterKeyFile, makesMasterKey } = source;
  if (masterKeys !== undefined) {
    const keys = parseMasterKeys(masterKeys, 'FILE_MASTER_KEYS');
    return async () => await Promise.resolve(keys);
  }
  if (masterKeyFile === undefined) return refuse;
  return async () => {
    const keys = await readKeyFile(masterKeyFile);
    if (keys.length > 0) return keys;
    return makesMasterKey ? await makeKeyFile(masterKeyFile) : await refuse();
  };
}

async function refuse(): Promise<never> {
  throw await Promise.resolve(
    new AppError(
      'files_unavailable',
      'No master key is configured. Set FILE_MASTER_KEYS or FILE_MASTER_KEY_FILE.',
    ),
  );
}

const KEY_BYTES = 32;

/** As it stands in FILE_MASTER_KEYS and in the key file. */
export function makeMasterKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/**
 * Makes the key file where there is none, for its owner alone, and answers the keys that it holds then: of several who
 * make it at once all get the key of the one that came first.
 */
async function makeKeyFile(path: string): Promise<MasterKey[]> {
  const draft = `${path}.${randomUUID()}`;
  await makeFolder(dirname(path));
  await writeDraft(draft, `${makeMasterKeyText()}\n`);
  // Unlike a rename this leaves a file alone that is there.
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
 * Puts a new key before the others of the file, which only its owner may read; makes the file where there is none.
 * Throws OperatorError while somebody else does.
 */
export async function addMasterKey(path: string): Promise<void> {
  // Always the same name, so that of two at once neither loses the key that the other wraps with.
  const draft = `${path}.draft`;
  await makeFolder(dirname(path));
  await writeDraft(draft, '').catch((cause: unknown) => {
    if (!hasCode(cause, 'EEXIST')) throw cause;
    throw new OperatorError(
      `${draft} exists: another key rotation is running. Delete the file when the rotation was interrupted.`,
      { cause },
    );
  });
  try {
    await writeFile(draft, `${makeMasterKeyText()}\n${await readText(path)}`, { flush: true });
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

/** One key a line, or separated by commas or blanks; what is wrong with them is told without quoting them. */
function parseMasterKeys(text: string, place: string): MasterKey[] {
  return text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => toMasterKey(one, place));
}

function toMasterKey(text: string, place: string): MasterKey {
  const secret = Buffer.from(text, 'base64url');
  if (secret.length !== KEY_BYTES || !/^[\w+/-]+=?$/.test(text))
    throw new OperatorError(
      `${place} must contain keys of 32 bytes in base64. Create one with \`npm run gateway -- keys make\`.`,
    );
  // Of the key only this is ever shown or stored: it says nothing about it.
  const id = createHash('sha256').update('file-master-key').update(secret).digest('hex');
  return { id: id.slice(0, 16), secret };
}
