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

/** The database's superuser and owner; only this machine's loopback interface reaches it. */
export const DATABASE_USER = 'gateway';

/** Creates or opens the data folder. Rejects a folder with other content, unchanged. */
export async function openDataFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = await realpath(folder);
    const names = (await readdir(path)).filter((name) => !isLockName(name));
    if (names.length === 0) await chmod(path, 0o700);
    else if (!names.some((name) => name.startsWith(PASSWORD))) throw notOurs(folder);
    return path;
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new OperatorError(`The data folder ${folder} cannot be used (${code}).`, {
      cause,
    });
  }
}

function notOurs(folder: string): OperatorError {
  return new OperatorError(
    `The data folder ${folder} contains other data than that of this gateway. Set DATA_DIR to an empty or a new folder.`,
  );
}

/** The database password, made on the first call; the file is for the folder's owner alone. */
export async function readPassword(folder: string): Promise<string> {
  const known = await readKept(folder, PASSWORD);
  if (known !== undefined) return known;
  const password = makePassword();
  await keep(folder, { name: PASSWORD, password });
  return password;
}

/** The password of the role that serves, undefined before it was kept. */
export async function readServingPassword(folder: string): Promise<string | undefined> {
  return await readKept(folder, SERVING_PASSWORD);
}

/** To be called once the role has it: a file without the role would be taken for its password for ever. */
export async function keepServingPassword(folder: string, password: string): Promise<void> {
  await keep(folder, { name: SERVING_PASSWORD, password });
}

export function makePassword(): string {
  return randomBytes(24).toString('base64url');
}

async function readKept(folder: string, name: string): Promise<string | undefined> {
  const known = await readFile(join(folder, name), 'utf8').catch(() => '');
  return known === '' ? undefined : known;
}

/** The file is for the folder's owner alone. */
async function keep(folder: string, kept: { name: string; password: string }): Promise<void> {
  const path = join(folder, kept.name);
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, kept.password, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
}

/** Returns the path of the cluster: a folder, or a link to one when the account cannot reach this folder. */
export function clusterPath(folder: string): string {
  return join(folder, CLUSTER);
}

/**
 * The real path of the PostgreSQL cluster, undefined before it is made. Throws OperatorError for one
 * that is gone, is none, or belongs to another major version.
 */
export async function findCluster(folder: string, major: string): Promise<string | undefined> {
  const path = clusterPath(folder);
  if ((await lstat(path).catch(() => undefined)) === undefined) return undefined;
  const real = await realpath(path).catch((cause: unknown) => {
    throw new OperatorError(
      `The database that ${path} points to does not exist any more. Delete ${folder} to start with an empty database.`,
      { cause },
    );
  });
  const version = (await readFile(join(real, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === major) return real;
  const what =
    version === '' ? 'is not a PostgreSQL data folder' : `was made by PostgreSQL ${version}`;
  throw new OperatorError(
    `${path} ${what}, and this gateway runs PostgreSQL ${major}. Set DATA_DIR to another folder. Nothing was changed.`,
  );
}

/** Lets the account pass through the folder to the cluster in it; it still can neither list nor read the rest. */
export async function letPass(folder: string, account: Account): Promise<void> {
  if (account === undefined) return;
  const { uid } = await stat(folder);
  if (uid === account.uid) return;
  await chown(folder, uid, account.gid);
  await chmod(folder, 0o710);
}
