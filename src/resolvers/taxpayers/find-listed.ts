import type { RequestContext } from '../../context.ts';
import type { ListedRfc } from '../../db/loaders/listed-rfc-loader.ts';
import type { ListedProcedure } from '../../db/queries/lists/listed-rfcs.ts';
import { SAT69_LISTS, SAT69B_LISTS } from '../../domain/lists/list-source.ts';
import {
  assessStandings,
  listEffectiveStandings,
  type Sat69bAssessment,
  type Sat69bStanding,
  toSat69bStanding,
} from '../../domain/lists/sat69b-standing.ts';
import { parseRfc } from '../../domain/tax/rfc.ts';
import { readNotices } from './notices.ts';

/** Summary of the entries of an RFC in today's lists of the SAT. */
export type Listed = {
  /** Null when not found but not all lists are loaded. */
  sat69: boolean | null;
  /** Worst standing. Null when a list that might state a worse one is not loaded. */
  sat69b: Sat69bAssessment['verdict'];
};

/**
 * Looks a normalized RFC up in the lists of the SAT, as part of another result. Null for a caller without the scope,
 * for text that is not an RFC or is a generic one, and when nothing is known.
 */
export async function findListed(ctx: RequestContext, rfc: string): Promise<Listed | null> {
  if (ctx.caller.kind !== 'user' || !ctx.caller.scopes.has('list:read')) return null;
  const kind = parseRfc(rfc)?.kind;
  if (kind !== 'natural' && kind !== 'legal') return null;
  const listed = summarize(await ctx.loaders.listedRfc.load(rfc));
  return listed.sat69 === null && listed.sat69b === null ? null : listed;
}

function summarize({ loaded, isOwing, procedures }: ListedRfc): Listed {
  const isLoaded = (list: string): boolean => loaded.includes(list);
  const { verdict } = assessStandings(listEffectiveStandings(procedures.map(toProcedure)), {
    isComplete: SAT69B_LISTS.every(isLoaded),
  });
  return { sat69: isOwing || (SAT69_LISTS.every(isLoaded) ? false : null), sat69b: verdict };
}

function toProcedure({ source, word, details }: ListedProcedure): {
  list: string;
  standing: Sat69bStanding;
  notices: ReturnType<typeof readNotices>['notices'];
} {
  return {
    list: source,
    standing: toSat69bStanding(source, word),
    notices: readNotices(details).notices,
  };
}
