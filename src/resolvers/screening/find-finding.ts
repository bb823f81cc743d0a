import { requireScope } from '../../auth/scopes.ts';
import type { Ctx } from '../../context.ts';
import type { ExplanationItem } from '../../domain/screening/explanation.ts';
import type { MatchFinding } from '../../domain/screening/raise-match.ts';
import type { ListedScreening } from '../../domain/screening/screening.ts';
import { findScreeningOf } from './list-screenings.ts';

/** What the gateway itself found of a match; undefined of one that a provider sent. */
export async function findFinding(ctx: Ctx, matchId: number): Promise<MatchFinding | undefined> {
  requireScope(ctx.caller, 'screening:read');
  return await ctx.loaders.findings.load(matchId);
}

/** The screening that raised a match; undefined of one that a provider sent. */
export async function findScreeningOfMatch(
  ctx: Ctx,
  matchId: number,
): Promise<ListedScreening | undefined> {
  const screeningId = (await findFinding(ctx, matchId))?.screeningId;
  return screeningId ? await findScreeningOf(ctx, { databaseId: screeningId }) : undefined;
}

/** Words of names; what else is compared of a person is read as personal information only, which is recorded. */
const SHOWN_FEATURES: readonly string[] = [
  'word',
  'limit',
  'weak_alias',
  'fuller_name',
  'unlike_and_short',
];

/** Why they are alike, without what of the person is personal information. */
export async function explainMatch(ctx: Ctx, matchId: number): Promise<ExplanationItem[] | null> {
  const finding = await findFinding(ctx, matchId);
  if (finding === undefined) return null;
  return finding.items.map((item) =>
    SHOWN_FEATURES.includes(item.feature) ? item : { ...item, query: null },
  );
}
