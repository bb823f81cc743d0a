import { type DocumentNode, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

/** Longer documents are parsed each time, so that the cache has a bound in bytes too. */
const KNOWN_LENGTH_MAX = 20_000;
const KNOWN_MAX = 500;

/** Of an unknown document so many signs are free, and each so many further ones a point. */
const FREE_SIGNS = 500;
const SIGNS_PER_POINT = 2;

/** The documents that came lately and could be parsed. */
export type KnownDocuments = {
  get: (text: string) => DocumentNode | undefined;
  set: (text: string, document: DocumentNode) => void;
};

export function createKnownDocuments(): KnownDocuments {
  const known = new LRUCache<string, DocumentNode>({ max: KNOWN_MAX });
  return {
    get: (text) => known.get(text),
    set: (text, document) => {
      if (text.length <= KNOWN_LENGTH_MAX) known.set(text, document);
    },
  };
}

/** Has a service pay for each document that is to be parsed and validated, before that is done. */
export function createUnknownDocumentPlugin(known: KnownDocuments): Plugin<Ctx, Ctx> {
  return {
    onParams: async ({ params: { query }, context }) => {
      if (typeof query !== 'string' || known.get(query) !== undefined) return;
      await payAside(context, priceOfText(query));
    },
  };
}

/** Past what is kept it costs no more: the parser reads so many words of it only, one of which may be very long. */
function priceOfText({ length }: string): number {
  const signs = Math.min(length, KNOWN_LENGTH_MAX) - FREE_SIGNS;
  return Math.max(0, Math.floor(signs / SIGNS_PER_POINT));
}

async function payAside({ spending }: Ctx, points: number): Promise<void> {
  try {
    if (points > 0) await spending.chargeAside(points);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new GraphQLError(error.message, { originalError: error });
  }
}
