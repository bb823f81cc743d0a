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
    if ((await isOurs(folder)) && (await canEnter(account, folder))) return folder;
  }
  throw new OperatorError(
    `PostgreSQL runs under an account that cannot reach this project, and none of ${PARENTS.join(', ')} ` +
      `allows root to create a folder "${NAME}" for it. Start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** Set once it is ours, since the umask may have closed it. Where it cannot be made, the next place is tried. */
async function createFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { mode: 0o700 }).catch(() => 'not made');
  if (made === undefined) await chmod(folder, 0o755);
}

async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined || !found.isDirectory()) return false;
  return found.uid === process.getuid?.() && (found.mode & WRITABLE_BY_OTHERS) === 0;
}
