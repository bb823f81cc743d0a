import type { RequestContext } from '../../context.ts';
import { toDisplayName } from '../../domain/access/service-user.ts';
import type { Match } from '../../domain/matches/match.ts';
import type { ReviewData } from '../../domain/reports/reported-review.ts';
import type { Screening, ScreeningMatch } from '../../domain/screening/screening.ts';

/**
 * Reads the states of the first `count` matches of a screening and the decisions on them, in four statements regardless
 * of their number. Undefined for a match that the participant does not have. Notes are included: the caller must have
 * checked the scope.
 */
export async function readReviews(
  ctx: RequestContext,
  { participantId, matches }: Screening,
  count: number,
): Promise<(ReviewData | undefined)[]> {
  const shown = matches.slice(0, count);
  const stored = participantId === null ? [] : await ctx.loaders.matches.load(participantId);
  const byEntry = new Map(stored.map((match) => [toMatchKey(match), match]));
  return await Promise.all(
    shown.map(async ({ entry }) => {
      const match = byEntry.get(toEntryKey(entry));
      return match === undefined ? undefined : await readReview(ctx, match);
    }),
  );
}

async function readReview(ctx: RequestContext, match: Match): Promise<ReviewData> {
  const resolutions = await ctx.loaders.resolutions.load(match.id);
  const withTexts = resolutions.filter(({ hasTexts }) => hasTexts);
  const [texts, users] = await Promise.all([
    Promise.all(withTexts.map(async ({ id }) => await ctx.loaders.decisionTexts.load(id))),
    Promise.all(resolutions.map(async ({ userId }) => await ctx.loaders.user.load(userId))),
  ]);
  return {
    match,
    resolutions,
    texts: new Map(texts.flatMap((text) => (text === undefined ? [] : [[text.id, text]]))),
    names: new Map(
      users.flatMap((user) => (user === undefined ? [] : [[user.id, toDisplayName(user)]])),
    ),
  };
}

function toMatchKey({ sourceCode, externalId }: Pick<Match, 'sourceCode' | 'externalId'>): string {
  return JSON.stringify([sourceCode, externalId]);
}

function toEntryKey({ source, entryKey }: ScreeningMatch['entry']): string {
  return JSON.stringify([source, entryKey]);
}
