import { execFile } from 'node:child_process';
import { chmod, lchown, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../errors.ts';
import { type Account, canEnter } from './account.ts';
import type { Binaries } from './binaries.ts';
import { allowTraversal, clusterPath, DATABASE_USER } from './folder.ts';
import { openSharedFolder } from './shared-folder.ts';

const run = promisify(execFile);
const INITDB_TIMEOUT_MS = 120_000;

export type ClusterOptions = {
  folder: string;
  password: string;
  account: Account;
  binaries: Binaries;
};

/**
 * Creates the PostgreSQL cluster and returns its path: in the data folder, or, when the account cannot reach that, in a
 * folder with a random name elsewhere, to which the data folder then has a link, so that another clone at the same path
 * starts empty. The cluster gets its name only when it is complete.
 */
export async function createCluster(options: ClusterOptions): Promise<string> {
  const { folder, account } = options;
  await allowTraversal(folder, account);
  const path = clusterPath(folder);
  if (await canEnter(account, folder)) {
    const draft = `${path}.draft`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await initialize(draft, options);
    await rename(draft, path);
    return path;
  }
  await chmod(folder, 0o700);
  const elsewhere = await mkdtemp(join(await openSharedFolder(account), 'data-'));
  await initialize(elsewhere, options);
  await symlink(elsewhere, path);
  return elsewhere;
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
      [...initdbArguments(cluster, passwordFile), ...localeArguments(binaries)],
      {
        ...account,
        cwd: dirname(binaries.initdb),
        env: { LC_ALL: 'C' },
        timeout: INITDB_TIMEOUT_MS,
      },
    );
  } catch (cause) {
    await rm(cluster, { recursive: true, force: true });
    throw new OperatorError(`The database could not be set up: ${lastLine(cause)}`, {
      cause,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function initdbArguments(cluster: string, passwordFile: string): string[] {
  return [
    `--pgdata=${cluster}`,
    `--username=${DATABASE_USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ];
}

const BUILTIN_LOCALES_MAJOR = 17;

/**
 * Locale arguments. Text sorts by code point, identically on every machine: the builtin C.UTF-8 depends on no library.
 * Older servers use the library's character classes only, without which e-mails would match regardless of case for
 * ASCII letters alone.
 */
function localeArguments({ major }: Binaries): string[] {
  if (Number(major) < BUILTIN_LOCALES_MAJOR) return ['--lc-ctype=C.UTF-8'];
  return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

function lastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  return text.trim().split('\n').at(-1) ?? '';
}
