import type { DocumentNode } from 'graphql';
import { BoundedCache } from '../../runtime/bounded-cache.ts';
import type { DocumentChecks } from '../limits/check-document.ts';
import { documentBytes } from './document-bytes.ts';

const DOCUMENTS_MAX = 500;
const DOCUMENTS_BYTES_MAX = 24 * 1024 * 1024;
/** Length above which a document is parsed for every request, so that a few long ones do not evict all others. */
const DOCUMENT_BYTES_MAX = 1.5 * 1024 * 1024;

export type RememberingChecks = DocumentChecks & {
  /** True when the document with this text was found valid and is still cached. */
  isKnown: (text: string) => boolean;
};

/**
 * Adds a cache of valid documents to the checks, by text. Rejected documents are not cached: any caller with a key
 * could fill the memory with them.
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
