import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleSources } from './bundle/bundle-sources.ts';
import { copyPackages } from './bundle/copy-packages.ts';
import { writeLicenses } from './bundle/write-licenses.ts';

/**
 * Creates the production build in `dist`, or in the folder given as argument: `cli/gateway.js` with its chunks and
 * source maps, `node_modules` with the packages that are not bundled, and the licenses of both. The build needs Node
 * and the package.json beside it only.
 */
async function main(): Promise<void> {
  const folder = resolve(process.argv[2] ?? 'dist');
  await rm(folder, { recursive: true, force: true });
  const bundled = await bundleSources(join(folder, 'cli'));
  const copied = await copyPackages(join(folder, 'node_modules'));
  await writeLicenses([...bundled, ...copied], join(folder, 'LICENSES.txt'));
}

await main();
