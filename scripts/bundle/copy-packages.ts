import { cp, glob } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { readJson } from './read-json.ts';

/**
 * Packages that are no part of the bundle, because they have native parts, threads of their own or files that are opened by
 * path, each with the files that the gateway needs of it.
 */
export const PACKAGES: ReadonlyMap<string, readonly string[]> = new Map([
  ['@napi-rs/canvas', ['*.js']],
  ['@tesseract.js-data/eng', ['4.0.0_best_int/*']],
  ['@tesseract.js-data/spa', ['4.0.0_best_int/*']],
  [
    'dejavu-fonts-ttf',
    ['ttf/DejaVuSansCondensed.ttf', 'ttf/DejaVuSansCondensed-Bold.ttf', 'ttf/DejaVuSansMono.ttf'],
  ],
  [
    'pdfjs-dist',
    ['legacy/build/pdf.mjs', 'legacy/build/pdf.worker.mjs', '{cmaps,iccs,standard_fonts,wasm}/*'],
  ],
  ['piscina', ['dist/**/*.{js,mjs}']],
  ['sharp', ['dist/**', 'lib/**']],
  ['swagger-ui-dist', ['swagger-ui-bundle.js', 'swagger-ui.css']],
  // Of its builds for several processors the one that Node 24 can run wherever it runs.
  ['tesseract.js-core', ['tesseract-core-relaxedsimd.{js,wasm}']],
  ['zxing-wasm', ['dist/es/reader/*.js', 'dist/es/share.js', 'dist/reader/*.wasm']],
]);

/** Their native parts are packages of their own, one for each system. */
const WITH_DEPENDENCIES: ReadonlySet<string> = new Set(['@napi-rs/canvas', 'sharp']);

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/** Copies the packages as they are installed into `folder`; returns where they are installed. */
export async function copyPackages(folder: string): Promise<string[]> {
  const copied: string[] = [];
  for (const [name, patterns] of PACKAGES) {
    const manifest = findManifest(name, import.meta.filename);
    if (manifest === undefined) throw new Error(`${name} is not installed.`);
    copied.push(await copyPackage(manifest, patterns, folder));
    if (!WITH_DEPENDENCIES.has(name)) continue;
    const { dependencies, optionalDependencies } = await readJson(manifest, manifestSchema);
    for (const part of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const partManifest = findManifest(part, manifest);
      // Those of other systems are not installed.
      if (partManifest !== undefined) copied.push(await copyPackage(partManifest, ['**'], folder));
    }
  }
  return copied;
}

function findManifest(name: string, importer: string): string | undefined {
  try {
    return findPackageJSON(name, importer);
  } catch {
    return undefined;
  }
}

async function copyPackage(
  manifest: string,
  patterns: readonly string[],
  folder: string,
): Promise<string> {
  const installed = dirname(manifest);
  const target = join(folder, relative('node_modules', installed));
  for await (const path of glob([...patterns, 'package.json'], { cwd: installed }))
    await cp(join(installed, path), join(target, path), { recursive: true });
  return installed;
}
