import type { NameToken } from '../words/name-token.ts';
import type { Alignment, Pair } from './align-tokens.ts';
import type { PreparedName } from './prepare-name.ts';

/** Two names with their words side by side. */
export type Compared = { query: PreparedName; candidate: PreparedName; alignment: Alignment };

/** How much it counts, of its weight, that a word stands on one side only. */
type Rules = {
  /** Another word stands in its place on the other side. */
  conflict: number;
  /** The query has it, and the list has nothing in its place. */
  query: number;
  /** The list has it, and the query has nothing in its place. */
  candidate: number;
  /** However many they are, words that only the one or the other has count no more. */
  queryMost: number;
  candidateMost: number;
};

/** Two different words in one place count so much against, of their weight. */
export const OF_CONFLICT = 1.5;
/** A surname that is missing is common, sooner in a query than in a list; a second given name even more so. */
const OF_PERSONS: Rules = {
  conflict: OF_CONFLICT,
  query: 0.3,
  candidate: 0.25,
  queryMost: 0.35,
  candidateMost: 0.35,
};
/** A word more is often another company of the same house. */
const OF_OTHERS: Rules = {
  conflict: OF_CONFLICT,
  query: 0.6,
  candidate: 0.5,
  queryMost: Infinity,
  candidateMost: Infinity,
};

/** The weight of the words that both have, by their likeness, over all weight that counts. */
export function scoreWords({ query, candidate, alignment }: Compared): number {
  const isPerson = query.partyType === 'natural' || candidate.partyType === 'natural';
  const rules = isPerson ? OF_PERSONS : OF_OTHERS;
  let [matched, alike] = [0, 0];
  for (const pair of alignment.pairs) {
    const weight = weightOf(pair);
    matched += weight;
    alike += weight * pair.likeness;
  }
  return matched === 0 ? 0 : alike / (matched + countAgainst(alignment, rules));
}

/** What a pair of words counts. */
export function weightOf({ query, candidate }: Pair): number {
  return (query.token.weight + candidate.token.weight) / 2;
}

function countAgainst({ query, candidate }: Alignment, rules: Rules): number {
  const [ours, theirs] = [sumWeights(query), sumWeights(candidate)];
  const conflict = Math.min(ours, theirs);
  const extra =
    conflict === 0
      ? { ours: sumExtra(query), theirs: sumExtra(candidate) }
      : { ours: ours - conflict, theirs: theirs - conflict };
  return (
    conflict * rules.conflict +
    Math.min(extra.ours * rules.query, rules.queryMost) +
    Math.min(extra.theirs * rules.candidate, rules.candidateMost)
  );
}

function sumWeights(tokens: readonly NameToken[]): number {
  return tokens.reduce((sum, { weight }) => sum + weight, 0);
}

/** The father's name among Slavs and Turks, which only documents and full lists have. */
const PATRONYMIC = /.{3}(?:[OE]VIT?CH|[OEY]VYCH|[OE]VNA|ICHNA|OGLU|KYZY)$/;
const OF_PATRONYMIC = 0.4;

function sumExtra(tokens: readonly NameToken[]): number {
  return tokens.reduce(
    (sum, { text, weight }) => sum + weight * (PATRONYMIC.test(text) ? OF_PATRONYMIC : 1),
    0,
  );
}
