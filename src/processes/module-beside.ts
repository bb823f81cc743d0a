import { extname } from 'node:path';

/**
 * Where the module of that name is which stands beside another, for a thread or a process to run: the build has both as
 * JavaScript. `importer` is the other's `import.meta.url`.
 */
export function moduleBeside(importer: string, name: string): URL {
  return new URL(`${name}${extname(importer)}`, importer);
}
