import { alignTokens } from '../names/align-tokens.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { limitOf } from '../names/score-limit.ts';
import { weightOf } from '../names/score-words.ts';
import type { ExplanationItem } from './explanation.ts';

/** Why two names score as they do, word by word: in the query's order, then what only the list has. */
export function explainNames(query: PreparedName, candidate: PreparedName): ExplanationItem[] {
  const alignment = alignTokens(query, candidate);
  const limit = limitOf({ query, candidate, alignment });
  const pairs = alignment.pairs.toSorted((a, b) => a.query.from - b.query.from);
  return [
    ...pairs.map((pair) => ({
      ...WORD,
      query: pair.query.token.text,
      candidate: pair.candidate.token.text,
      score: round(pair.likeness),
      weight: round(weightOf(pair)),
      effect: pair.effect,
    })),
    ...alignment.query.map(({ text, weight }) => ({
      ...ONLY_IN_QUERY,
      query: text,
      weight: round(weight),
    })),
    ...alignment.candidate.map(({ text, weight }) => ({
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
