import { dirname, join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { PACKAGES } from './copy-packages.ts';

/** Bundles the gateway and the packages that it imports into `folder`. Returns the folders of the bundled packages. */
export async function bundleSources(folder: string): Promise<string[]> {
  const bundle = await rolldown({
    input: 'src/cli/gateway.ts',
    platform: 'node',
    external: (id) =>
      [...PACKAGES.keys(), ...OPTIONAL_PACKAGES].some((name) => isPackageOrModule(name, id)),
    plugins: [entryPlugin],
    // CommonJS packages name their folder `__dirname`, which ES modules lack.
    transform: { define: { __dirname: 'import.meta.dirname' } },
    onLog: (level, log, report) => {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      if (log.code !== 'EVAL') report(level, log);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'es',
    entryFileNames: '[name].js',
    // V8 stores a source with any non-ASCII character in two bytes per character.
    charset: 'ascii',
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return [...new Set(modules.flatMap((id) => findPackageFolder(id) ?? []))];
}

/** Optional dependencies of packages, which are not installed. */
const OPTIONAL_PACKAGES = ['pg-native', 'encoding', 'supports-color', 'node-libcurl'];

function isPackageOrModule(name: string, id: string): boolean {
  return id === name || id.startsWith(`${name}/`);
}

/**
 * Emits each module that `moduleBeside` names as a file of its own, because threads and processes are started with it.
 */
const entryPlugin: Plugin = {
  name: 'entries-beside',
  transform: {
    filter: { code: /moduleBeside\(import/ },
    handler(code, id) {
      for (const [, name] of code.matchAll(/moduleBeside\(import\.meta\.url, '([\w-]+)'\)/g)) {
        const file = join(dirname(id), `${name}.ts`);
        this.emitFile({ type: 'chunk', id: file, fileName: `${name}.js` });
      }
    },
  },
};

/** Returns the folder of the package that a module belongs to; undefined for a module of the gateway. */
function findPackageFolder(id: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0];
}
