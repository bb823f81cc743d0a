import { readFile } from 'node:fs/promises';
import { addTypenameSelectionDocumentTransform, preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { type DocumentNode, parse, print } from 'graphql';

/** What GraphQL Codegen's client preset writes for some operations. */
export type Generated = {
  /** The text of persisted-documents.json. */
  manifest: string;
  /** What graphql.ts exports, by the names of the operations; each has its id in `__meta__.hash`. */
  documents: Map<string, DocumentNode>;
};

const SCHEMA = new URL('../../../schema.graphql', import.meta.url);

/**
 * Runs the preset with `persistedDocuments: true` against the committed SDL, as GraphQL Codegen's command line does
 * with what it has read; that itself is not needed here.
 */
export async function runClientPreset(operations: DocumentNode): Promise<Generated> {
  const schema = parse(await readFile(SCHEMA, 'utf8'));
  const source = { location: 'operations.ts', document: operations, rawSDL: print(operations) };
  // Clients that keep a cache ask for type names: so must the text that stands for what they would have sent.
  const { transform } = addTypenameSelectionDocumentTransform;
  const documents = [...(await transform({ documents: [source], schema, config: {} }))];
  const files = await preset.buildGeneratesSection({
    baseOutputDir: 'gql/',
    schema,
    documents,
    config: {},
    plugins: [],
    pluginMap: {},
    presetConfig: { persistedDocuments: true },
  });
  const written = new Map<string, string>();
  for (const file of files) written.set(file.filename, await codegen(file));
  const manifest = written.get('gql/persisted-documents.json') ?? '';
  return { manifest, documents: readDocuments(written.get('gql/graphql.ts') ?? '') };
}

/** Each document is written as JSON between its name and its type. */
function readDocuments(source: string): Generated['documents'] {
  const found = source.matchAll(/^export const (\w+)Document = (\{.*\}) as unknown as /gm);
  return new Map([...found].map(([, name = '', json = '']) => [name, JSON.parse(json)]));
}
