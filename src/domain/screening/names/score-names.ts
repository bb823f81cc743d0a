import { alignTokens } from './align-tokens.ts';
import { scoreMarriedName } from './married-names.ts';
import type { PreparedName } from './prepare-name.ts';
import { scoreLetters } from './score-letters.ts';
import { getScoreLimit } from './score-limit.ts';
import { scoreWords } from './score-words.ts';

/** Default score from which a match is an alert. */
export const ALERT_THRESHOLD = 0.85;
/** Score from which a match is reported as possible. */
export const POSSIBLE_THRESHOLD = 0.75;

/** Returns the similarity of two names, from 0 to 1, rounded to three decimals. Deterministic. */
export function scoreNames(query: PreparedName, candidate: PreparedName): number {
  const isSame = query.core === candidate.core && query.syllables === candidate.syllables;
  if (isSame && query.core !== '') return 1;
  const comparison = { query, candidate, alignment: alignTokens(query, candidate) };
  const score = Math.max(scoreWords(comparison), scoreLetters(comparison));
  const limitedScore = Math.min(score, getScoreLimit(comparison));
  return Math.round(Math.max(limitedScore, scoreMarriedName(comparison)) * 1000) / 1000;
}
