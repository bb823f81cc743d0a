import type { Db } from '../db/client.ts';
import { findTrustedText } from '../db/queries/access/trusted-documents.ts';
import { BoundedCache, textBytes } from '../runtime/bounded-cache.ts';
import type { Caller } from './caller.ts';

/** The documents that services have named beforehand. */
export type TrustedDocuments = {
  /** The text of the document that the caller's service has under the id; undefined where it has none. */
  find: (caller: DocumentCaller, id: string) => Promise<string | undefined>;
};

type DocumentCaller = Pick<Caller, 'serviceId' | 'documents'>;

export type TrustedDocumentsParts = {
  db: Db;
  /** Maximum size of all cached texts. */
  bytesMax?: number;
};

const BYTES_MAX = 8 * 1024 * 1024;
/** Maximum number of entries: as many documents as one service can have. */
const ENTRIES_MAX = 10_000;
const UNKNOWN_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Creates a cache of found and missing documents, by service and version. A caller with the next version, which each
 * has within seconds of a change, gets the current document. Concurrent requests for the same id share one statement.
 */
export function createTrustedDocuments(parts: TrustedDocumentsParts): TrustedDocuments {
  const { db, bytesMax = BYTES_MAX } = parts;
  const unknown = new BoundedCache<true>({
    name: 'unknown document ids',
    entriesMax: ENTRIES_MAX,
    bytesMax: UNKNOWN_BYTES_MAX,
    bytesOf: () => 0,
  });
  const texts = new BoundedCache<string, Wanted>({
    name: 'trusted documents',
    entriesMax: ENTRIES_MAX,
    bytesMax,
    bytesOf: textBytes,
    find: async (wanted) => await findTrustedText(db, wanted),
  });
  return {
    find: async ({ serviceId, documents }, id) => {
      const key = `${serviceId}/${documents.version}/${id}`;
      if (unknown.has(key)) return undefined;
      const text = await texts.fetch(key, { context: { serviceId, id } });
      if (text === undefined) unknown.set(key, true);
      return text;
    },
  };
}

type Wanted = { serviceId: number; id: string };
