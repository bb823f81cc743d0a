import type { DocumentNode } from 'graphql';
import { BoundedCache } from '../../runtime/bounded-cache.ts';
import type { DocumentChecks } from '../limits/check-document.ts';
import { documentBytes } from './document-bytes.ts';

const DOCUMENTS_MAX = 500;
const DOCUMENTS_BYTES_MAX = 24 * 1024 * 1024;
/** A longer one is parsed each time, that no few of them make all others be parsed anew. */
const DOCUMENT_BYTES_MAX = 1.5 * 1024 * 1024;

export type RememberingChecks = DocumentChecks & {
  /** Whether the document with this text was found valid and is still kept. */
  isKnown: (text: string) => boolean;
};

/**
 * The same checks, which remember documents that they found valid, by their texts. Nothing is kept of what was refused:
 * whoever has a key could fill memory with it, and nobody comes again with it on purpose.
 */
export function rememberValid(checks: DocumentChecks): RememberingChecks {
  const documents = new BoundedCache<DocumentNode>({
    name: 'documents',
    entriesMax: DOCUMENTS_MAX,
    bytesMax: DOCUMENTS_BYTES_MAX,
    bytesOf: documentBytes,
  });
  const valid = new WeakSet<DocumentNode>();
  const keep = (document: DocumentNode): void => {
    valid.add(document);
    if (document.loc !== undefined && documentBytes(document) <= DOCUMENT_BYTES_MAX)
      documents.set(document.loc.source.body, document);
  };
  return {
    isKnown: (text) => documents.get(text) !== undefined,
    parse: (source, options) =>
      documents.get(typeof source === 'string' ? source : source.body) ??
      checks.parse(source, options),
    validate: (graph, document, rules) => {
      if (valid.has(document)) return [];
      const errors = checks.validate(graph, document, rules);
      if (errors.length === 0) keep(document);
      return errors;
    },
  };
}
