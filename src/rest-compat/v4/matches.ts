import { z } from 'zod';
import type { Match, MatchState, MatchVerdict, SentMatch } from '../../domain/match.ts';
import { sentMatchesSchema } from '../../resolvers/business/match-inputs.ts';

export const VERDICT_OF = {
  FALSE_POSITIVE: 'false_positive',
  TRUE_MATCH: 'true_match',
} as const satisfies Record<string, MatchVerdict>;

const STATUS_OF = {
  PENDING: 'pending',
  ...VERDICT_OF,
  SKIPPED: 'skipped',
} as const satisfies Record<string, MatchState>;

const STATUS_CODES = {
  pending: 'PENDING',
  false_positive: 'FALSE_POSITIVE',
  true_match: 'TRUE_MATCH',
  skipped: 'SKIPPED',
} as const satisfies Record<MatchState, keyof typeof STATUS_OF>;

const sent = sentMatchesSchema.element.shape;
const statusSchema = z.enum(['PENDING', 'FALSE_POSITIVE', 'TRUE_MATCH', 'SKIPPED']);

/** Matches of a participant as a provider sends them. */
export const wireMatchesSchema = z
  .array(
    z.object({ list: sent.sourceCode, match_id: sent.externalId, status: statusSchema.nullish() }),
  )
  .nullish();

export function decodeMatches(
  matches: z.infer<typeof wireMatchesSchema>,
): SentMatch[] | null | undefined {
  return matches?.map((one) => ({
    sourceCode: one.list,
    externalId: one.match_id,
    state: one.status ? STATUS_OF[one.status] : undefined,
  }));
}

/** The same as they are answered. */
export const shownMatchSchema = z.object({
  list: z.string(),
  match_id: z.string(),
  status: statusSchema,
});

export function encodeMatch(match: Match): z.infer<typeof shownMatchSchema> {
  return {
    list: match.sourceCode,
    match_id: match.externalId,
    status: STATUS_CODES[match.state],
  };
}
