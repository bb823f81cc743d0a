import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { type DisplayedItem, maskItems } from '../../domain/screening/parties/explanation.ts';
import type { MatchFinding } from '../../domain/screening/raise-match.ts';
import type { ListedScreening } from '../../domain/screening/screening.ts';
import { findScreeningByLookup } from './list-screenings.ts';

/**
 * Returns the score and the compared items of a match, which screening has computed; undefined for a match that an
 * outside provider sent.
 */
export async function findFinding(
  ctx: RequestContext,
  matchId: number,
): Promise<MatchFinding | undefined> {
  requireScope(ctx.caller, 'screening:read');
  return await ctx.loaders.findings.load(matchId);
}

/** Returns the screening that raised a match; undefined when an outside provider sent the match. */
export async function findScreeningOfMatch(
  ctx: RequestContext,
  matchId: number,
): Promise<ListedScreening | undefined> {
  const screeningId = (await findFinding(ctx, matchId))?.screeningId;
  return screeningId ? await findScreeningByLookup(ctx, { databaseId: screeningId }) : undefined;
}

/**
 * Returns the compared items of a match with the personal information of the participant masked; null for a match that
 * an outside provider sent. `getVisibleItems` returns them unmasked and records the access.
 */
export async function explainMatch(
  ctx: RequestContext,
  matchId: number,
): Promise<DisplayedItem[] | null> {
  const finding = await findFinding(ctx, matchId);
  return finding === undefined ? null : maskItems(finding.items);
}
