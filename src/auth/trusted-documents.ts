import type { Db } from '../db/client.ts';
import { findTrustedText } from '../db/queries/access/trusted-documents.ts';
import { BoundedCache, estimateTextBytes } from '../runtime/bounded-cache.ts';
import type { Caller } from './caller.ts';

/** GraphQL documents that services have registered in advance. */
export type TrustedDocuments = {
  /** Returns the text of a document of the caller's service; undefined for an unknown id. */
  find: (caller: DocumentCaller, id: string) => Promise<string | undefined>;
};

type DocumentCaller = Pick<Caller, 'serviceId' | 'documents'>;

export type TrustedDocumentsParts = {
  db: Db;
  /** Maximum size of all cached texts. */
  bytesMax?: number;
};

const BYTES_MAX = 8 * 1024 * 1024;
/** Maximum number of entries: the number of documents that one service can have. */
const ENTRIES_MAX = 10_000;
const UNKNOWN_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Creates a cache of documents and of unknown ids. Its keys contain the version of the service's documents, which
 * callers get within seconds of a change, so that no entry is stale. Concurrent requests for the same id share one
 * statement.
 */
export function createTrustedDocuments(parts: TrustedDocumentsParts): TrustedDocuments {
  const { db, bytesMax = BYTES_MAX } = parts;
  const missing = new BoundedCache<true>({
    name: 'unknown document ids',
    entriesMax: ENTRIES_MAX,
    bytesMax: UNKNOWN_BYTES_MAX,
    // The cache adds the bytes of the key.
    bytesOf: () => 0,
  });
  const texts = new BoundedCache<string, DocumentKey>({
    name: 'trusted documents',
    entriesMax: ENTRIES_MAX,
    bytesMax,
    bytesOf: estimateTextBytes,
    find: async (key) => await findTrustedText(db, key),
  });
  return {
    find: async ({ serviceId, documents }, id) => {
      const key = `${serviceId}/${documents.version}/${id}`;
      if (missing.has(key)) return undefined;
      const text = await texts.fetch(key, { context: { serviceId, id } });
      if (text === undefined) missing.set(key, true);
      return text;
    },
  };
}

type DocumentKey = { serviceId: number; id: string };
