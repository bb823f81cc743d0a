import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { type DisplayedItem, maskItems } from '../../domain/screening/parties/explanation.ts';
import type { MatchFinding } from '../../domain/screening/raise-match.ts';
import type { ListedScreening } from '../../domain/screening/screening.ts';
import { findScreeningOf } from './list-screenings.ts';

/** What the gateway itself found of a match; undefined of one that a provider sent. */
export async function findFinding(
  ctx: RequestContext,
  matchId: number,
): Promise<MatchFinding | undefined> {
  requireScope(ctx.caller, 'screening:read');
  return await ctx.loaders.findings.load(matchId);
}

/** The screening that raised a match; undefined of one that a provider sent. */
export async function findScreeningOfMatch(
  ctx: RequestContext,
  matchId: number,
): Promise<ListedScreening | undefined> {
  const screeningId = (await findFinding(ctx, matchId))?.screeningId;
  return screeningId ? await findScreeningOf(ctx, { databaseId: screeningId }) : undefined;
}

/** Why they are alike; what is personal information of the person is read as such only, which is recorded. */
export async function explainMatch(
  ctx: RequestContext,
  matchId: number,
): Promise<DisplayedItem[] | null> {
  const finding = await findFinding(ctx, matchId);
  return finding === undefined ? null : maskItems(finding.items);
}
