import { cp, glob } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { readJson } from './read-json.ts';

/**
 * Packages that are not bundled, because they have native addons, start their own threads or open files by path. The
 * values are patterns of the files that the gateway needs.
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
  // The build for relaxed SIMD, which Node 24 supports on every processor.
  ['tesseract.js-core', ['tesseract-core-relaxedsimd.{js,wasm}']],
  ['zxing-wasm', ['dist/es/reader/*.js', 'dist/es/share.js', 'dist/reader/*.wasm']],
]);

/** Packages whose native addons are dependencies, one for each platform. */
const WITH_DEPENDENCIES: ReadonlySet<string> = new Set(['@napi-rs/canvas', 'sharp']);

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/** Copies the installed packages into `folder`. Returns the folders in which they are installed. */
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
      // Addons of other platforms are not installed.
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
