import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { ConcreteRequest, ReaderFragment } from 'relay-runtime';
import { afterAll, beforeAll } from 'vitest';
import { at } from '../../support/clients/graphql.ts';

/** What relay-compiler made of a module with `graphql` tags: each artifact by the name of its document. */
export type Artifacts = {
  load: (name: string) => Promise<Artifact>;
  /** The text of the file in which it keeps the texts of operations, where it was told to. */
  manifest: () => Promise<string>;
};
type Artifact = ConcreteRequest | ReaderFragment;

const SCHEMA = fileURLToPath(new URL('../../../schema.graphql', import.meta.url));
const COMPILER = fileURLToPath(import.meta.resolve('relay-compiler/cli.js'));

const OUTPUT = '__generated__';
const MANIFEST = 'persisted-documents.json';
const CONFIG = {
  src: '.',
  schema: 'schema.graphql',
  artifactDirectory: OUTPUT,
  language: 'javascript',
  eagerEsModules: true,
};

/** Leaves ids in the artifacts, and keeps the texts in a file. */
export const PERSIST = { persistConfig: { file: MANIFEST, algorithm: 'SHA256' } };

/**
 * Compiles a module with the real compiler against the committed SDL, in a folder of its own, so that no
 * generated file stands in the tree. `config` is added to the compiler's own.
 */
export function useRelayArtifacts(module: URL, config: object = {}): Artifacts {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'participant-gateway-relay-'));
    await mkdir(join(folder, OUTPUT));
    await copyFile(SCHEMA, join(folder, 'schema.graphql'));
    // The compiler reads the tags only, which are the same in TypeScript; it writes what it read.
    await copyFile(module, join(folder, basename(module.pathname).replace(/\.ts$/, '.js')));
    // The compiler wants it to be there.
    await writeFile(join(folder, MANIFEST), '{}');
    await writeFile(join(folder, 'relay.config.json'), JSON.stringify({ ...CONFIG, ...config }));
    await promisify(execFile)(process.execPath, [COMPILER, '--output', 'quiet-with-errors'], {
      cwd: folder,
    });
    await addExtensions(join(folder, OUTPUT));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  return {
    load: async (name) => {
      const { href } = pathToFileURL(join(folder, OUTPUT, `${name}.graphql.js`));
      const loaded: unknown = await import(href);
      const artifact = at(loaded, 'default');
      if (!isArtifact(artifact)) throw new Error(`The compiler wrote no ${name}.`);
      return artifact;
    },
    manifest: async () => await readFile(join(folder, MANIFEST), 'utf8'),
  };
}

/** Adds `.js` to the imports between artifacts: the compiler leaves it to a bundler, and Node needs it. */
async function addExtensions(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(/(['"])(\.\/[^'"]+\.graphql)\1/g, '$1$2.js$1'));
  }
}

function isArtifact(value: unknown): value is Artifact {
  return ['Request', 'Fragment'].includes(String(at(value, 'kind')));
}
