import { computeEditCost } from '../edit-distance/edit-cost.ts';
import type { NameToken } from '../words/name-token.ts';
import type { PreparedName } from './prepare-name.ts';
import type { NameComparison } from './score-words.ts';

/** Maximum edit cost that typing errors explain. */
export const TYPO_COST_MAX = 1.8;
/** Number of letters per allowed edit; a short name with one wrong letter is another name. */
const LETTERS_PER_EDIT = 4.5;
/** Number of consonants per allowed edit in names without vowels, where each letter carries more information. */
const CONSONANTS_PER_EDIT = 7;
/** Score of equal letters, and its reduction per edit: all typing errors together still alert (0.85). */
const SAME_LETTERS_SCORE = 0.93;
const EDIT_PENALTY = 0.04;

/**
 * Scores names whose words all have a counterpart, except at most one on each side, and that have few wrong letters in
 * total, regardless of how these are distributed over the words. Returns 0 for other names, otherwise at least 0.85.
 */
export function scoreLetters(comparison: NameComparison): number {
  const { query, candidate, alignment } = comparison;
  if (query.isVowelless !== candidate.isVowelless) return scoreConsonants(query, candidate);
  const [unmatchedQueryWord, ...furtherQueryWords] = alignment.unmatchedQuery.filter(isSignificant);
  const [unmatchedCandidateWord, ...furtherCandidateWords] =
    alignment.unmatchedCandidate.filter(isSignificant);
  if (
    furtherQueryWords.length + furtherCandidateWords.length > 0 ||
    (unmatchedQueryWord === undefined) !== (unmatchedCandidateWord === undefined)
  )
    return 0;
  const unmatchedCost =
    unmatchedQueryWord === undefined || unmatchedCandidateWord === undefined
      ? 0
      : computeEditCost(unmatchedQueryWord.text, unmatchedCandidateWord.text, TYPO_COST_MAX);
  const cost = alignment.pairs.reduce((sum, pair) => sum + pair.cost, unmatchedCost);
  const areBothVowelless = query.isVowelless && candidate.isVowelless;
  const letters = Math.max(countDistinctiveLetters(query), countDistinctiveLetters(candidate));
  const costMax = areBothVowelless
    ? Math.min(TYPO_COST_MAX, letters / CONSONANTS_PER_EDIT)
    : getTypoCostMax(letters);
  return cost > costMax ? 0 : SAME_LETTERS_SCORE - EDIT_PENALTY * cost;
}

/** Returns the maximum total edit cost of typing errors in names with this many letters. */
export function getTypoCostMax(letters: number): number {
  return Math.min(TYPO_COST_MAX, letters / LETTERS_PER_EDIT);
}

/** Minimum number of consonants: fewer ones are equal by chance. */
const CONSONANTS_MIN = 4;

/**
 * Scores two names by their consonants alone, for names of which one has no vowels: word boundaries may differ because
 * the article is part of the word. Returns 0 when they differ by more than typing errors.
 */
export function scoreConsonants(query: PreparedName, candidate: PreparedName): number {
  const [queryConsonants, candidateConsonants] = [query.consonants, candidate.consonants];
  const length = Math.min(queryConsonants.length, candidateConsonants.length);
  if (length < CONSONANTS_MIN) return 0;
  const cost = computeEditCost(
    queryConsonants,
    candidateConsonants,
    Math.min(TYPO_COST_MAX, length / CONSONANTS_PER_EDIT),
  );
  return Math.max(0, SAME_LETTERS_SCORE - EDIT_PENALTY * cost);
}

/** True for tokens whose absence on the other side lowers the score. */
export function isSignificant({ kind }: NameToken): boolean {
  return kind === 'word' || kind === 'number';
}

/** Counts the letters of the words that are not common. */
function countDistinctiveLetters({ tokens }: PreparedName): number {
  const distinctiveTokens = tokens.filter(({ kind, isCommon }) => kind === 'word' && !isCommon);
  return distinctiveTokens.reduce((sum, { text }) => sum + text.length, 0);
}
