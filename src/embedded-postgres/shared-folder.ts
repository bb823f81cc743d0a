import { chmod, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';
import { type Account, canEnter } from './account.ts';

const PARENTS = ['/var/lib', '/var/tmp'];
const NAME = 'participant-gateway';
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Returns a folder of root that the account can reach, for files of the project that it cannot reach. A folder of
 * another owner, or writable by others, is never used, so that no program or link can be planted.
 */
export async function openSharedFolder(account: Account): Promise<string> {
  for (const parent of PARENTS) {
    const folder = join(parent, NAME);
    await createFolder(folder);
    if ((await isSafeFolder(folder)) && (await canEnter(account, folder))) return folder;
  }
  throw new OperatorError(
    `PostgreSQL runs under an account that cannot reach this project, and none of ${PARENTS.join(', ')} ` +
      `allows root to create a folder "${NAME}" for it. Start as an ordinary user, or set DATABASE_URL.`,
  );
}

/**
 * Creates the folder and then sets its mode, which the umask may have reduced. When it cannot be created, the next
 * parent is tried.
 */
async function createFolder(folder: string): Promise<void> {
  const failure = await mkdir(folder, { mode: 0o700 }).catch(() => 'not made');
  if (failure === undefined) await chmod(folder, 0o755);
}

async function isSafeFolder(folder: string): Promise<boolean> {
  const folderStat = await lstat(folder).catch(() => undefined);
  if (folderStat === undefined || !folderStat.isDirectory()) return false;
  return folderStat.uid === process.getuid?.() && (folderStat.mode & WRITABLE_BY_OTHERS) === 0;
}
