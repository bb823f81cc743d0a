import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';
import type { Account } from './account.ts';
import { isLockName } from './lock.ts';

const PASSWORD = 'postgres-password';
const SERVING_PASSWORD = 'postgres-serving-password';
const CLUSTER = 'postgres';

/** Superuser and owner of the database. The server listens on the loopback interface only. */
export const DATABASE_USER = 'gateway';

/** Creates or opens the data folder, and returns its real path. Throws OperatorError when it has other content. */
export async function openDataFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = await realpath(folder);
    const names = (await readdir(path)).filter((name) => !isLockName(name));
    if (names.length === 0) await chmod(path, 0o700);
    else if (!names.some((name) => name.startsWith(PASSWORD)))
      throw createForeignFolderError(folder);
    return path;
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new OperatorError(`The data folder ${folder} cannot be used (${code}).`, {
      cause,
    });
  }
}

function createForeignFolderError(folder: string): OperatorError {
  return new OperatorError(
    `The data folder ${folder} contains other data than that of this gateway. Set DATA_DIR to an empty or a new folder.`,
  );
}

/** Returns the password of the database owner. Creates and stores it on the first call. */
export async function ensurePassword(folder: string): Promise<string> {
  const stored = await readStored(folder, PASSWORD);
  if (stored !== undefined) return stored;
  const password = makePassword();
  await storeSecret(folder, { name: PASSWORD, password });
  return password;
}

/** Returns the password of the serving role; undefined before it was stored. */
export async function readServingPassword(folder: string): Promise<string | undefined> {
  return await readStored(folder, SERVING_PASSWORD);
}

/**
 * Stores the password of the serving role. Must be called after the role has this password, because later starts use
 * the file without a check.
 */
export async function storeServingPassword(folder: string, password: string): Promise<void> {
  await storeSecret(folder, { name: SERVING_PASSWORD, password });
}

export function makePassword(): string {
  return randomBytes(24).toString('base64url');
}

async function readStored(folder: string, name: string): Promise<string | undefined> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => '');
  return text === '' ? undefined : text;
}

/** Writes a password to a file that only the owner of the folder can read. */
async function storeSecret(
  folder: string,
  secret: { name: string; password: string },
): Promise<void> {
  const path = join(folder, secret.name);
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, secret.password, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
}

/** Returns the path of the cluster: a folder, or a link to one when the account cannot reach this folder. */
export function toClusterPath(folder: string): string {
  return join(folder, CLUSTER);
}

/**
 * Returns the real path of the PostgreSQL cluster; undefined before it is created. Throws OperatorError when its link
 * points to nothing, or when it is invalid or of another major version.
 */
export async function findCluster(folder: string, major: string): Promise<string | undefined> {
  const path = toClusterPath(folder);
  if ((await lstat(path).catch(() => undefined)) === undefined) return undefined;
  const real = await realpath(path).catch((cause: unknown) => {
    throw new OperatorError(
      `The database that ${path} points to does not exist any more. Delete ${folder} to start with an empty database.`,
      { cause },
    );
  });
  const version = (await readFile(join(real, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === major) return real;
  const description =
    version === '' ? 'is not a PostgreSQL data folder' : `was made by PostgreSQL ${version}`;
  throw new OperatorError(
    `${path} ${description}, and this gateway runs PostgreSQL ${major}. Set DATA_DIR to another folder. Nothing was changed.`,
  );
}

/** Lets the account traverse the folder to the cluster; it can neither list nor read the rest. */
export async function allowTraversal(folder: string, account: Account): Promise<void> {
  if (account === undefined) return;
  const { uid } = await stat(folder);
  if (uid === account.uid) return;
  await chown(folder, uid, account.gid);
  await chmod(folder, 0o710);
}
