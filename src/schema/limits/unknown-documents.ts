import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';

/** What is longer costs no more: the parser reads so many words of it only, one of which may be very long. */
const PRICED_LENGTH_MAX = 20_000;

/** Of an unknown document so many signs are free, and each so many further ones a point. */
const FREE_SIGNS = 500;
const SIGNS_PER_POINT = 2;

/** Has a service pay for each document that is to be parsed and validated, before that is done. */
export function createUnknownDocumentPlugin(isKnown: (text: string) => boolean): Plugin<Ctx, Ctx> {
  return {
    onParams: async ({ params: { query }, context }) => {
      if (typeof query !== 'string' || isKnown(query)) return;
      await payAside(context, priceOfText(query));
    },
  };
}

function priceOfText({ length }: string): number {
  const signs = Math.min(length, PRICED_LENGTH_MAX) - FREE_SIGNS;
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
