import { dirname, join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { PACKAGES } from './copy-packages.ts';

/** Bundles the gateway and the packages that it imports into `folder`; returns the folders of those packages. */
export async function bundleSources(folder: string): Promise<string[]> {
  const bundle = await rolldown({
    input: 'src/cli/gateway.ts',
    platform: 'node',
    external: (id) => [...PACKAGES.keys(), ...ABSENT].some((name) => isOf(name, id)),
    plugins: [entriesBeside],
    // What CommonJS packages name their folder by has another name in a module.
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
    // ASCII, since V8 stores a source with any other character in two bytes a character.
    charset: 'ascii',
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return [...new Set(modules.flatMap((id) => packageOf(id) ?? []))];
}

/** Imported by packages only where they are installed. */
const ABSENT = ['pg-native', 'encoding', 'supports-color', 'node-libcurl'];

function isOf(name: string, id: string): boolean {
  return id === name || id.startsWith(`${name}/`);
}

/** Makes an entry of each module that `moduleBeside` names, since threads and processes are started with its file. */
const entriesBeside: Plugin = {
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

/** Folder of the package that a module belongs to. */
function packageOf(id: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0];
}
