import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileOptions } from '../../config-files.ts';
import { AppError, OperatorError } from '../../errors.ts';

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
    return makesMasterKey ? [await addMasterKey(masterKeyFile)] : await refuse();
  };
}

async function refuse(): Promise<never> {
  throw await Promise.resolve(
    new AppError('files_unavailable', 'The gateway has no key to keep files with.'),
  );
}

const KEY_BYTES = 32;

/** As it stands in FILE_MASTER_KEYS and in the key file. */
export function makeMasterKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/** Puts a new key before the others of the file, which only its owner may read; makes the file where there is none. */
export async function addMasterKey(path: string): Promise<MasterKey> {
  const text = makeMasterKeyText();
  const known = await readText(path);
  const draft = `${path}.draft`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rm(draft, { force: true });
  await writeFile(draft, `${text}\n${known}`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, path);
  return toMasterKey(text, path);
}

async function readKeyFile(path: string): Promise<MasterKey[]> {
  return parseMasterKeys(await readText(path), path);
}

async function readText(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return '';
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
      `${place} must hold keys of 32 bytes in base64; \`gateway keys make\` makes one.`,
    );
  // Of the key only this is ever shown or stored: it says nothing about it.
  const id = createHash('sha256').update('file-master-key').update(secret).digest('hex');
  return { id: id.slice(0, 16), secret };
}
