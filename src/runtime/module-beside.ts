import { extname } from 'node:path';

/**
 * Returns the URL of a module next to another one, for a thread or a process to run. `importer` is the other's
 * `import.meta.url`. Call it with a literal name: the build creates an entry for each module that is named so.
 */
export function moduleBeside(importer: string, name: string): URL {
  return new URL(`${name}${extname(importer)}`, importer);
}
