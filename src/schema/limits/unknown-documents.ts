import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../../context.ts';
import { AppError } from '../../errors.ts';

/**
 * Length up to which characters are charged. The parser reads a limited number of tokens, so that parsing a longer
 * document takes no longer.
 */
const CHARGED_LENGTH_MAX = 20_000;

/** Number of characters of an unknown document that cost nothing, so that a short query has the cost of its result. */
const FREE_CHARACTERS = 500;
const CHARACTERS_PER_POINT = 2;

/** Creates the plugin that charges documents that are not cached (`isKnown`), before they are parsed and validated. */
export function createUnknownDocumentPlugin(
  isKnown: (text: string) => boolean,
): Plugin<RequestContext, RequestContext> {
  return {
    onParams: async ({ params: { query }, context }) => {
      if (typeof query !== 'string' || isKnown(query)) return;
      await chargeDocument(context, computeDocumentCost(query));
    },
  };
}

function computeDocumentCost({ length }: string): number {
  const characters = Math.min(length, CHARGED_LENGTH_MAX) - FREE_CHARACTERS;
  return Math.max(0, Math.floor(characters / CHARACTERS_PER_POINT));
}

/** Consumes points that are not part of the cost of the operation, because a repeated request does not cost them. */
async function chargeDocument({ rateLimitAccount }: RequestContext, points: number): Promise<void> {
  try {
    if (points > 0) await rateLimitAccount.consumeUnreported(points);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // maskError treats any error other than a GraphQLError as internal, and reads the code of the original error.
    throw new GraphQLError(error.message, { originalError: error });
  }
}
