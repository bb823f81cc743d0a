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
export type RfcListSummary = {
  /** Null when not found but not all lists are loaded. */
  sat69: boolean | null;
  /** Worst standing. Null when no adverse standing was found and a list is not loaded. */
  sat69b: Sat69bAssessment['verdict'];
};

/**
 * Returns the summary of a normalized RFC as part of another result. Null for a caller without the scope `list:read`,
 * for text that is not an RFC, for a generic RFC, and when both fields would be null.
 */
export async function findListSummary(
  ctx: RequestContext,
  rfc: string,
): Promise<RfcListSummary | null> {
  if (ctx.caller.kind !== 'user' || !ctx.caller.scopes.has('list:read')) return null;
  const kind = parseRfc(rfc)?.kind;
  if (kind !== 'natural' && kind !== 'legal') return null;
  const summary = summarize(await ctx.loaders.listedRfc.load(rfc));
  return summary.sat69 === null && summary.sat69b === null ? null : summary;
}

function summarize({ loaded, isOwing, procedures }: ListedRfc): RfcListSummary {
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
