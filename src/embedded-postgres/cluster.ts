import { execFile } from 'node:child_process';
import { chmod, lchown, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../errors.ts';
import { type Account, canEnter } from './account.ts';
import type { Binaries } from './binaries.ts';
import { allowTraversal, DATABASE_USER, toClusterPath } from './folder.ts';
import { openSharedFolder } from './shared-folder.ts';

const run = promisify(execFile);

/** Time to create a cluster, enough for a busy machine. */
const INITDB_TIMEOUT_MS = 120_000;

export type ClusterOptions = {
  folder: string;
  password: string;
  account: Account;
  binaries: Binaries;
};

/**
 * Creates the PostgreSQL cluster and returns its path: in the data folder or, when the account cannot enter that
 * folder, in the shared folder, with a link from the data folder. The name in the shared folder is random, so that
 * another clone at the same path starts empty. The cluster or its link gets its name in the data folder only when the
 * cluster is complete. Throws OperatorError when initdb fails.
 */
export async function createCluster(options: ClusterOptions): Promise<string> {
  const { folder, account } = options;
  await allowTraversal(folder, account);
  const path = toClusterPath(folder);
  if (await canEnter(account, folder)) {
    const draft = `${path}.draft`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await initialize(draft, options);
    await rename(draft, path);
    return path;
  }
  // Reverts allowTraversal, which did not suffice.
  await chmod(folder, 0o700);
  const sharedCluster = await mkdtemp(join(await openSharedFolder(account), 'data-'));
  await initialize(sharedCluster, options);
  await symlink(sharedCluster, path);
  return sharedCluster;
}

async function initialize(cluster: string, options: ClusterOptions): Promise<void> {
  const { account, binaries, password } = options;
  const passwordFile = `${cluster}.password`;
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
  try {
    if (account !== undefined) {
      await lchown(cluster, account.uid, account.gid);
      await lchown(passwordFile, account.uid, account.gid);
    }
    await run(
      binaries.initdb,
      [...listInitdbArguments(cluster, passwordFile), ...listLocaleArguments(binaries)],
      {
        ...account,
        cwd: dirname(binaries.initdb),
        env: { LC_ALL: 'C' },
        timeout: INITDB_TIMEOUT_MS,
      },
    );
  } catch (cause) {
    await rm(cluster, { recursive: true, force: true });
    throw new OperatorError(`The database could not be set up: ${getLastLine(cause)}`, {
      cause,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function listInitdbArguments(cluster: string, passwordFile: string): string[] {
  return [
    `--pgdata=${cluster}`,
    `--username=${DATABASE_USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ];
}

/** Major version from which PostgreSQL has builtin locales. */
const BUILTIN_LOCALES_MAJOR = 17;

/**
 * Returns the locale arguments. Text sorts by code point, identically on every machine: the builtin C.UTF-8 depends on
 * no library. Servers before 17 lack it and take the character classes of the C library; otherwise e-mail addresses
 * would be compared without case for ASCII letters only.
 */
function listLocaleArguments({ major }: Binaries): string[] {
  if (Number(major) < BUILTIN_LOCALES_MAJOR) return ['--lc-ctype=C.UTF-8'];
  return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

function getLastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  return text.trim().split('\n').at(-1) ?? '';
}
