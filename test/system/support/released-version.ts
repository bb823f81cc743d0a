import { execFileSync } from 'node:child_process';
import { cp, glob, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The commit of the last release, which serves on today's tables until the last of its processes is restarted. */
export const LAST_RELEASED = 'f31fc077508a29ad2db0706c73ae44846d53d4f9';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ARCHIVE_BYTES_MAX = 512 * 1024 ** 2;

/** False in a clone without the history back to the last release, as a shallow one. */
export function hasLastReleased(): boolean {
  return succeeds('cat-file', '-e', `${LAST_RELEASED}^{commit}`);
}

/** True when the last release has that commit; false for a commit that is unknown. */
export function isReleased(commit: string): boolean {
  return succeeds('merge-base', '--is-ancestor', commit, LAST_RELEASED);
}

/**
 * A folder with the sources and tests of the last release, in which the migrations are those of today. Its packages are the
 * ones that are installed here.
 */
export async function checkOutReleased(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'participant-gateway-released-'));
  const archive = execFileSync('git', ['archive', LAST_RELEASED], {
    cwd: ROOT,
    maxBuffer: ARCHIVE_BYTES_MAX,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const migrations = join('src', 'db', 'migrations');
  for await (const file of glob(['index.ts', '[0-9]*.ts'], { cwd: join(ROOT, migrations) }))
    await cp(join(ROOT, migrations, file), join(folder, migrations, file));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: async () => await rm(folder, { recursive: true }) };
}

function succeeds(...args: string[]): boolean {
  try {
    execFileSync('git', args, { cwd: ROOT, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
