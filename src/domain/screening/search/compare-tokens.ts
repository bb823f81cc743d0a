import { computeEditCost } from '../edit-distance/edit-cost.ts';
import { TYPO_COST_MAX } from '../names/score-letters.ts';
import { compareWords, SIMILARITY_MIN } from '../words/compare-words.ts';
import type { NameToken } from '../words/name-token.ts';

/** Similarity of two tokens, and the lowest edit cost that scoring may assign to them. */
export type TokenSimilarity = { similarity: number; cost: number };

/**
 * Compares two tokens as scoring does: by words, or by letters when one word is left on each side. Returns undefined
 * when neither matches.
 */
export function compareTokens(
  first: NameToken,
  second: NameToken,
  hasVowels: boolean,
): TokenSimilarity | undefined {
  const { similarity, cost, effect } = compareWords(first, second, hasVowels);
  // Equal sounds, nicknames and abbreviations may be no typing error at all.
  if (similarity >= SIMILARITY_MIN) return { similarity, cost: effect === 'spelling' ? cost : 0 };
  if (!hasVowels) return undefined;
  const typoCost = computeEditCost(first.text, second.text, TYPO_COST_MAX);
  return typoCost <= TYPO_COST_MAX ? { similarity: 0, cost: typoCost } : undefined;
}
