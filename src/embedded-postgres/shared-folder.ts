import { chmod, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';
import { type Account, canEnter } from './account.ts';

const PARENTS = ['/var/lib', '/var/tmp'];
const NAME = 'participant-gateway';
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Returns a folder owned by root that the account can enter, for files of a project that it cannot enter. Never uses a
 * folder that another account owns or can write to, because that account could plant programs or links there.
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
 * Creates the folder, and sets its mode afterwards, which the umask may have reduced. Ignores errors: the caller then
 * tries the next parent.
 */
async function createFolder(folder: string): Promise<void> {
  const isCreated = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (isCreated) await chmod(folder, 0o755);
}

async function isSafeFolder(folder: string): Promise<boolean> {
  const folderStat = await lstat(folder).catch(() => undefined);
  if (folderStat === undefined || !folderStat.isDirectory()) return false;
  return folderStat.uid === process.getuid?.() && (folderStat.mode & WRITABLE_BY_OTHERS) === 0;
}
