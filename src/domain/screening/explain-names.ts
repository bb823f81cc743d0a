import { alignTokens } from './align-tokens.ts';
import type { ExplanationItem } from './explanation.ts';
import type { PreparedName } from './prepare-name.ts';
import { limitOf } from './score-limit.ts';
import { weightOf } from './score-words.ts';

/** Why two names score as they do, word by word: in the query's order, then what only the list has. */
export function explainNames(query: PreparedName, candidate: PreparedName): ExplanationItem[] {
  const alignment = alignTokens(query, candidate);
  const limit = limitOf({ query, candidate, alignment });
  const pairs = alignment.pairs.toSorted((a, b) => a.query.from - b.query.from);
  return [
    ...pairs.map((pair) => ({
      feature: 'word',
      query: pair.query.token.text,
      candidate: pair.candidate.token.text,
      score: round(pair.likeness),
      weight: round(weightOf(pair)),
      effect: pair.effect,
    })),
    ...alignment.query.map(({ text, weight }) => ({
      ...ALONE,
      query: text,
      weight: round(weight),
      effect: 'extra word in query',
    })),
    ...alignment.candidate.map(({ text, weight }) => ({
      ...ALONE,
      candidate: text,
      weight: round(weight),
      effect: 'extra word in list name',
    })),
    ...(limit < 1
      ? [{ ...ALONE, feature: 'limit', score: limit, weight: 1, effect: 'limits' }]
      : []),
  ];
}

const ALONE = { feature: 'word', query: null, candidate: null, score: 0 };

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
