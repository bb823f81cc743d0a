import type { DocumentNode } from 'graphql';
import { BoundedCache } from '../../runtime/bounded-cache.ts';
import type { DocumentChecks } from '../limits/check-document.ts';
import { estimateDocumentBytes } from './document-bytes.ts';

/** Maximum number and memory of cached documents. */
const DOCUMENTS_MAX = 500;
const DOCUMENTS_BYTES_MAX = 24 * 1024 * 1024;
/**
 * Memory above which a document is not cached but parsed for every request: a few large documents would evict all
 * others.
 */
const DOCUMENT_BYTES_MAX = 1.5 * 1024 * 1024;

export type CachingChecks = DocumentChecks & {
  /** True when the document with this text is valid and cached. */
  isCached: (text: string) => boolean;
};

/**
 * Adds a cache of valid documents to the checks, keyed by text. Rejected documents are not cached: any caller with an
 * API key could fill the cache with rejected documents.
 */
export function cacheValidDocuments(checks: DocumentChecks): CachingChecks {
  const documents = new BoundedCache<DocumentNode>({
    name: 'documents',
    entriesMax: DOCUMENTS_MAX,
    bytesMax: DOCUMENTS_BYTES_MAX,
    bytesOf: estimateDocumentBytes,
  });
  const valid = new WeakSet<DocumentNode>();
  const add = (document: DocumentNode): void => {
    valid.add(document);
    if (document.loc !== undefined && estimateDocumentBytes(document) <= DOCUMENT_BYTES_MAX)
      documents.set(document.loc.source.body, document);
  };
  return {
    isCached: (text) => documents.get(text) !== undefined,
    parse: (source, options) =>
      documents.get(typeof source === 'string' ? source : source.body) ??
      checks.parse(source, options),
    validate: (graph, document, rules) => {
      if (valid.has(document)) return [];
      const errors = checks.validate(graph, document, rules);
      if (errors.length === 0) add(document);
      return errors;
    },
  };
}
