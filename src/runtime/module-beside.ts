import { extname } from 'node:path';

/**
 * URL of the module of that name beside another one, for a thread or a process to run. `importer` is the other's
 * `import.meta.url`. Call it with a literal name: the build makes an entry of each module that is named so.
 */
export function moduleBeside(importer: string, name: string): URL {
  return new URL(`${name}${extname(importer)}`, importer);
}
