import { z } from 'zod';
import type { StagedRow } from '../db/queries/import-tables.ts';
import type { MatchState } from '../domain/match.ts';
import { sentMatchesSchema } from '../resolvers/business/match-inputs.ts';

const MATCHES_MAX = 1000;

const sent = sentMatchesSchema.element.shape;

const STATUS_OF = {
  PENDING: 'pending',
  FALSE_POSITIVE: 'false_positive',
  TRUE_MATCH: 'true_match',
  SKIPPED: 'skipped',
} as const satisfies Record<string, MatchState>;

/** What a line says of matches that were found elsewhere. */
export const matchesSchema = z
  .array(
    z.object({
      list: sent.sourceCode,
      match_id: sent.externalId,
      status: z.enum(['PENDING', 'FALSE_POSITIVE', 'TRUE_MATCH', 'SKIPPED']).nullish(),
    }),
  )
  .max(MATCHES_MAX)
  .nullish();
type Matches = z.infer<typeof matchesSchema>;

type StagedMatch = Omit<StagedRow<'import_matches'>, 'record' | 'ordinal'>;

/** Each match once: the first of equal ones. */
export function stagedMatches(matches: Matches): StagedMatch[] {
  const seen = new Set<string>();
  return (matches ?? []).flatMap(({ list, match_id, status }) => {
    const key = JSON.stringify([list, match_id]);
    if (seen.has(key)) return [];
    seen.add(key);
    const state = STATUS_OF[status ?? 'PENDING'];
    return [{ source_code: list, external_id: match_id, status: state }];
  });
}
