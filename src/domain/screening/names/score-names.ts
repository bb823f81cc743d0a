import { alignTokens } from './align-tokens.ts';
import type { PreparedName } from './prepare-name.ts';
import { scoreLetters } from './score-letters.ts';
import { limitOf } from './score-limit.ts';
import { scoreWords } from './score-words.ts';

/** At least so much alerts; from `POSSIBLE_FROM` a match is shown to who asks for it. */
export const ALERT_FROM = 0.85;
export const POSSIBLE_FROM = 0.75;

/** How much two names are one, from 0 to 1, to three places; the same for the same names, always. */
export function scoreNames(query: PreparedName, candidate: PreparedName): number {
  const isSame = query.core === candidate.core && query.syllables === candidate.syllables;
  if (isSame && query.core !== '') return 1;
  const compared = { query, candidate, alignment: alignTokens(query, candidate) };
  const score = Math.max(scoreWords(compared), scoreLetters(compared));
  return Math.round(Math.min(score, limitOf(compared)) * 1000) / 1000;
}
