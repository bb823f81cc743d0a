import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../../context.ts';
import { AppError } from '../../errors.ts';

/** Length above which an unknown document costs no more: the parser reads a limited number of tokens. */
const PRICED_LENGTH_MAX = 20_000;

/** Number of free characters of an unknown document, and number of characters for each further point. */
const FREE_CHARACTERS = 500;
const SIGNS_PER_POINT = 2;

/** Creates the plugin that charges the service for each document before it is parsed and validated. */
export function createUnknownDocumentPlugin(
  isKnown: (text: string) => boolean,
): Plugin<RequestContext, RequestContext> {
  return {
    onParams: async ({ params: { query }, context }) => {
      if (typeof query !== 'string' || isKnown(query)) return;
      await chargeSeparately(context, computeTextPrice(query));
    },
  };
}

function computeTextPrice({ length }: string): number {
  const signs = Math.min(length, PRICED_LENGTH_MAX) - FREE_CHARACTERS;
  return Math.max(0, Math.floor(signs / SIGNS_PER_POINT));
}

async function chargeSeparately(
  { rateLimitAccount }: RequestContext,
  points: number,
): Promise<void> {
  try {
    if (points > 0) await rateLimitAccount.consumeUnreported(points);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new GraphQLError(error.message, { originalError: error });
  }
}
