import { z } from 'zod';
import type { MatchState, MatchVerdict, SentMatch } from '../domain/matches/match.ts';
import { MATCHES_MAX, sentMatchesSchema } from '../resolvers/upsert/sent-matches.ts';

export const VERDICTS_BY_CODE = {
  FALSE_POSITIVE: 'false_positive',
  TRUE_MATCH: 'true_match',
} as const satisfies Record<string, MatchVerdict>;

const STATES_BY_CODE = {
  PENDING: 'pending',
  ...VERDICTS_BY_CODE,
  SKIPPED: 'skipped',
} as const satisfies Record<string, MatchState>;

export const statusSchema = z
  .enum(['PENDING', 'FALSE_POSITIVE', 'TRUE_MATCH', 'SKIPPED'])
  .meta({ id: 'MatchStatus' });

export const STATUS_CODES = {
  pending: 'PENDING',
  false_positive: 'FALSE_POSITIVE',
  true_match: 'TRUE_MATCH',
  skipped: 'SKIPPED',
} as const satisfies Record<MatchState, z.infer<typeof statusSchema>>;

const sentMatch = sentMatchesSchema.element.shape;

/** Member `matches` of a participant: matches that an outside provider reports. */
export const matchesSchema = z
  .array(
    z
      .strictObject({
        list: sentMatch.sourceCode,
        match_id: sentMatch.externalId,
        status: statusSchema.nullish(),
      })
      .meta({ id: 'SentMatch' }),
  )
  .max(MATCHES_MAX)
  .nullish();

export function decodeMatches(
  matches: z.infer<typeof matchesSchema>,
): SentMatch[] | null | undefined {
  if (!matches) return matches;
  return matches.map((match) => ({
    sourceCode: match.list,
    externalId: match.match_id,
    state: match.status ? STATES_BY_CODE[match.status] : match.status,
  }));
}
