import { LRUCache } from 'lru-cache';
import type { Db } from '../db/client.ts';
import { findTrustedText } from '../db/queries/access/trusted-documents.ts';
import type { Caller } from './caller.ts';

/** The documents that services have named beforehand. */
export type TrustedDocuments = {
  /** The text of the document that the caller's service has under the id; undefined where it has none. */
  find: (caller: DocumentCaller, id: string) => Promise<string | undefined>;
};

type DocumentCaller = Pick<Caller, 'serviceId' | 'documents'>;

export type TrustedDocumentsParts = {
  db: Db;
  /** Of all texts that are remembered. */
  charactersMax?: number;
};

const CHARACTERS_MAX = 8 * 1024 * 1024;
const UNKNOWN_IDS_MAX = 10_000;

/**
 * Remembers what was found, and what was not, by service and version: a caller who brings the next version, as each
 * does within seconds of a change, gets what is stored then. Who asks for the same at once shares one statement.
 */
export function createTrustedDocuments(parts: TrustedDocumentsParts): TrustedDocuments {
  const { db, charactersMax = CHARACTERS_MAX } = parts;
  const unknown = new LRUCache<string, true>({ max: UNKNOWN_IDS_MAX });
  const texts = new LRUCache<string, string, Wanted>({
    maxSize: charactersMax,
    sizeCalculation: (text, key) => text.length + key.length,
    fetchMethod: async (_key, _stale, { context }) => await findTrustedText(db, context),
    // One that had to make room while it was read is for those who wait for it all the same.
    ignoreFetchAbort: true,
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
