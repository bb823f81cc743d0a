import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Installation } from '../../src/embedded-postgres/binaries.ts';
import { textMember } from './json.ts';

/** Those that come of packages, beside the product's own. */
const PACKAGED = ['14', '15', '16', '17'];
/** The product's own. */
export const OWN = '18';
/** What is measured on where no server is named. */
export const ALL: readonly string[] = [...PACKAGED, OWN];

const FOLDER = fileURLToPath(new URL('../postgresql/', import.meta.url));

/**
 * The PostgreSQL of that name: undefined for the product's own, that of a package for another major version, else that in the
 * folder of the name, in which `bin` is. The packages are installed when one is asked for first. Throws where there is none.
 */
export function findInstallation(name: string): Installation | undefined {
  if (name === OWN) return undefined;
  if (PACKAGED.includes(name)) return findPackaged(name);
  const native = resolve(name);
  const postgres = join(native, 'bin', 'postgres');
  if (!existsSync(postgres))
    throw new Error(
      `--postgres ${name}: it is none of ${ALL.join(', ')}, nor a folder with bin/postgres.`,
    );
  const told = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
  return { native, version: /\d+(?:\.\d+)*/.exec(told)?.[0] ?? 'unknown' };
}

function findPackaged(major: string): Installation {
  install();
  const folder = join(
    FOLDER,
    'node_modules',
    `postgresql-${major}-${process.platform}-${process.arch}`,
  );
  if (!existsSync(folder))
    throw new Error(
      `PostgreSQL ${major} has no package for this platform: name the folder of one that is installed.`,
    );
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { native: join(folder, 'native'), version: textMember(manifest, 'version') };
}

function install(): void {
  if (existsSync(join(FOLDER, 'node_modules'))) return;
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci failed in bench/postgresql.');
}
