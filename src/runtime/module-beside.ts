import { extname } from 'node:path';

/**
 * Returns the URL of the module `name` in the folder of `importer`, an `import.meta.url`, to run it in a thread or a
 * process. `name` must be a literal, because the build finds these modules in the source and bundles them separately.
 */
export function moduleBeside(importer: string, name: string): URL {
  return new URL(`${name}${extname(importer)}`, importer);
}
