import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { OperatorError } from '../errors.ts';

const run = promisify(execFile);

/** Time in which a probed program must end. */
const PROBE_TIMEOUT_MS = 10_000;

/** User that PostgreSQL runs as; undefined for the user of this process. */
export type Account = { uid: number; gid: number } | undefined;

/**
 * Chooses the account for PostgreSQL when the gateway runs as root, which PostgreSQL refuses: the owner of the folders,
 * in their order, when that is not root; otherwise the machine's `postgres`; otherwise `nobody`. Returns undefined when
 * the gateway does not run as root. Throws OperatorError when the machine has no such account.
 */
export async function chooseAccount(folders: string[]): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  for (const folder of folders) {
    const owner = await stat(folder).catch(() => undefined);
    if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  }
  const account = (await findAccount('postgres')) ?? (await findAccount('nobody'));
  if (account !== undefined) return account;
  throw new OperatorError(
    'PostgreSQL cannot run as root, and this machine has no account "postgres" or "nobody" to run it.',
  );
}

async function findAccount(name: string): Promise<Account> {
  const [uid, gid] = await Promise.all([readId('-u', name), readId('-g', name)]);
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

async function readId(option: string, name: string): Promise<number | undefined> {
  const { stdout } = await run('id', [option, name]).catch(() => ({ stdout: '' }));
  const id = Number.parseInt(stdout, 10);
  return id > 0 ? id : undefined;
}

/** True when the account can run this command successfully. Runs it, because file modes alone do not determine it. */
export async function canRun(account: Account, command: string[]): Promise<boolean> {
  const [program = '', ...args] = command;
  try {
    await run(program, args, { ...account, cwd: '/', env: {}, timeout: PROBE_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

/** True when the account can enter the folder. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  return (
    account === undefined || (await canRun(account, ['/bin/sh', '-c', 'cd "$1"', 'sh', folder]))
  );
}
