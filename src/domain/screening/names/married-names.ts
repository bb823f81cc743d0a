import type { NameToken } from '../words/name-token.ts';
import { isWordPair, type TokenPair } from './align-tokens.ts';
import { NO_HUSBAND, WORDS_BEFORE_MIN } from './husband-surname.ts';
import type { PreparedName } from './prepare-name.ts';
import { isSignificant } from './score-letters.ts';
import type { NameComparison } from './score-words.ts';

/** Score of a married name and a maiden name: possible, but no alert. */
const MARRIED_NAME_SCORE = 0.8;
/** Minimum similarity of the words that both names have. */
const SIMILARITY_MIN = 0.9;

/** True for a token whose absence on the other side is evidence against a match. */
export function isRequired(
  { husbandIndex }: PreparedName,
  token: NameToken,
  index: number,
): boolean {
  return index !== husbandIndex && isSignificant(token);
}

/**
 * Scores two names that agree but for a husband's surname, where the other name has a second surname or none:
 * MARTA BUENDIA DE ESQUIVEL and MARTA BUENDIA LOPEZ. Returns 0 for other names.
 */
export function scoreMarriedName({ query, candidate, alignment }: NameComparison): number {
  if (query.husbandIndex === NO_HUSBAND && candidate.husbandIndex === NO_HUSBAND) return 0;
  const isHusbandPair = (pair: TokenPair): boolean =>
    pair.query.start === query.husbandIndex || pair.candidate.start === candidate.husbandIndex;
  const pairs = alignment.pairs.filter(
    (pair) => isWordPair(pair) && (pair.similarity >= SIMILARITY_MIN || !isHusbandPair(pair)),
  );
  const areSimilar = pairs.every(({ similarity }) => similarity >= SIMILARITY_MIN);
  if (!areSimilar || pairs.length < WORDS_BEFORE_MIN) return 0;
  const unpairedOfQuery = listUnpaired(
    query,
    pairs.map((pair) => pair.query),
  );
  const unpairedOfCandidate = listUnpaired(
    candidate,
    pairs.map((pair) => pair.candidate),
  );
  const isExplained =
    explainsUnpaired(query.husbandIndex, unpairedOfQuery, unpairedOfCandidate) ||
    explainsUnpaired(candidate.husbandIndex, unpairedOfCandidate, unpairedOfQuery);
  return isExplained ? MARRIED_NAME_SCORE : 0;
}

/** Returns the indexes of the significant tokens in no pair. */
function listUnpaired(
  { tokens }: PreparedName,
  runs: readonly { start: number; count: number }[],
): number[] {
  return [...tokens.keys()].filter((index) => {
    const token = tokens[index];
    const isPaired = runs.some(({ start, count }) => index >= start && index < start + count);
    return token !== undefined && isSignificant(token) && !isPaired;
  });
}

/** True when the husband's surname is the only unpaired word of one name, and the other has at most one. */
function explainsUnpaired(
  husbandIndex: number,
  unpaired: readonly number[],
  otherUnpaired: readonly number[],
): boolean {
  return unpaired.length === 1 && unpaired[0] === husbandIndex && otherUnpaired.length <= 1;
}
