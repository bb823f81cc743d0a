import { alignTokens } from '../names/align-tokens.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { getScoreLimit } from '../names/score-limit.ts';
import { getPairWeight } from '../names/score-words.ts';
import type { ExplanationItem } from './explanation.ts';

/** Explains the score of two names word by word: pairs in the order of the query, then words of one side only. */
export function explainNames(query: PreparedName, candidate: PreparedName): ExplanationItem[] {
  const alignment = alignTokens(query, candidate);
  const limit = getScoreLimit({ query, candidate, alignment });
  const pairs = alignment.pairs.toSorted((a, b) => a.query.start - b.query.start);
  return [
    ...pairs.map((pair) => ({
      ...WORD,
      query: pair.query.token.text,
      candidate: pair.candidate.token.text,
      score: round(pair.similarity),
      weight: round(getPairWeight(pair)),
      effect: pair.effect,
    })),
    ...alignment.unmatchedQuery.map(({ text, weight }) => ({
      ...ONLY_IN_QUERY,
      query: text,
      weight: round(weight),
    })),
    ...alignment.unmatchedCandidate.map(({ text, weight }) => ({
      ...ONLY_IN_LIST,
      candidate: text,
      weight: round(weight),
    })),
    ...(limit < 1 ? [{ ...LIMIT, score: limit }] : []),
  ];
}

const WORD = { feature: 'word', query: null, candidate: null, score: 0 } as const;
const ONLY_IN_QUERY = { ...WORD, effect: 'extra word in query' } as const;
const ONLY_IN_LIST = { ...WORD, effect: 'extra word in list name' } as const;
const LIMIT = { ...WORD, feature: 'limit', weight: 1, effect: 'limits' } as const;

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
