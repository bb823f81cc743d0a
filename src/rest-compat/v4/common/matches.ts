import { z } from 'zod';
import type { Match } from '../../../domain/matches/match.ts';
import { STATUS_CODES, statusSchema } from '../../../v4-words/match-members.ts';

/** A match of a participant, as it is answered. */
export const shownMatchSchema = z
  .object({ list: z.string(), match_id: z.string(), status: statusSchema })
  .meta({ id: 'Match' });

export function encodeMatch(match: Match): z.infer<typeof shownMatchSchema> {
  return {
    list: match.sourceCode,
    match_id: match.externalId,
    status: STATUS_CODES[match.state],
  };
}
