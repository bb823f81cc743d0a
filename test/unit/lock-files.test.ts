import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

const LOCK_FILES = execFileSync(
  'git',
  ['ls-files', '-z', 'package-lock.json', '**/package-lock.json'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((path) => path !== '');

it('every package of every lock file has the hash of what is installed', () => {
  expect(LOCK_FILES.length).toBeGreaterThan(3);
  for (const file of LOCK_FILES) {
    const { packages } = Lock.parse(JSON.parse(readFileSync(join(ROOT, file), 'utf8')));
    // The project itself, and its own folders that others link to, come from the repository.
    const downloaded = Object.entries(packages).filter(
      ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
    );
    const without = downloaded.filter(
      ([, { integrity }]) => integrity?.startsWith('sha512-') !== true,
    );
    expect({ file, without: without.map(([path]) => path) }).toEqual({ file, without: [] });
    const elsewhere = downloaded.filter(
      ([, { resolved }]) =>
        resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect({ file, elsewhere }).toEqual({ file, elsewhere: [] });
  }
});
