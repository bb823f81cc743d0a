import { z } from 'zod';
import { OperatorError } from '../../errors.ts';

/** Document of a manifest, unchecked. */
export type ManifestDocument = { id: string; text: string };

/** Format of GraphQL Codegen's client preset, relay-compiler and gql.tada: documents by id. */
const byIdSchema = z.record(z.string(), z.string());

/** Format of Apollo's generate-persisted-query-manifest. */
const apolloSchema = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
});

/** Parses a manifest into its documents, in order. Throws OperatorError for an invalid manifest. */
export function parseManifest(json: string): ManifestDocument[] {
  const value = parseJson(json);
  const apollo = apolloSchema.safeParse(value);
  if (apollo.success) return apollo.data.operations.map(({ id, body }) => ({ id, text: body }));
  const byId = byIdSchema.safeParse(value);
  if (byId.success) return Object.entries(byId.data).map(([id, text]) => ({ id, text }));
  throw new OperatorError(
    'The file is not a manifest: it must be a JSON object of documents by id, or an Apollo manifest of version 1.',
  );
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new OperatorError('The file is not a manifest: it is not valid JSON.', { cause });
  }
}
