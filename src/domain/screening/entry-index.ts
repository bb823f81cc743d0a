import type { NameToken } from './name-token.ts';
import type { PreparedName } from './prepare-name.ts';
import { compareConsonants, isBearing } from './score-letters.ts';
import { scoreNames } from './score-names.ts';
import { OF_CONFLICT } from './score-words.ts';
import type { ScreenedParty } from './screened-party.ts';
import { WordBook } from './word-book.ts';
import { WordTally } from './word-tally.ts';

/** A name of a party: whose it is, what all of its words weigh, and those that are missed where they have no like. */
type IndexedName = { place: number; name: PreparedName; weight: number; bearing: number };
/** A name that a word stands in, and what the word weighs there; 0 for one that is not missed. */
type Posting = { at: number; bearing: number };

/** The names that are written with vowels, or those without. */
type Script = { isVowelless: boolean; book: WordBook; postings: Posting[][]; names: number[] };

/** Parties that are looked for among many others, by what those must share with them to be alike. */
export type EntryIndex = {
  parties: ScreenedParty[];
  names: IndexedName[];
  scripts: readonly [Script, Script];
  byIdentifier: Map<string, number[]>;
  tally: WordTally;
};

export function createEntryIndex(): EntryIndex {
  return {
    parties: [],
    names: [],
    scripts: [makeScript(false), makeScript(true)],
    byIdentifier: new Map(),
    tally: new WordTally(),
  };
}

function makeScript(isVowelless: boolean): Script {
  return { isVowelless, book: new WordBook(), postings: [], names: [] };
}

/** Adds one at the next place. */
export function addToIndex(index: EntryIndex, party: ScreenedParty): void {
  const place = index.parties.length;
  index.parties.push(party);
  for (const name of [...party.names, ...party.weakNames]) addName(index, place, name);
  for (const identifier of identifiersOf(party)) {
    const places = index.byIdentifier.get(identifier);
    if (places === undefined) index.byIdentifier.set(identifier, [place]);
    else places.push(place);
  }
}

function addName({ names, scripts }: EntryIndex, place: number, name: PreparedName): void {
  const at = names.length;
  names.push({ place, name, ...weightsOf(name) });
  const { book, postings, names: written } = scripts[name.isVowelless ? 1 : 0];
  written.push(at);
  for (const [word, tokens] of Map.groupBy(name.tokens, (token) => book.add(token))) {
    postings[word] ??= [];
    postings[word].push({ at, bearing: weigh(tokens.filter(isBearing)) });
  }
}

/** So many names are scored for one, the likeliest; only what everybody is called has more. */
const SCORED_MAX = 600;

/**
 * The places of those that may be the party: of the same identifiers, and of names that score at least `from`. Their other
 * names are not looked at.
 */
export function findAlike(index: EntryIndex, party: ScreenedParty, from: number): number[] {
  const places = new Set<number>();
  for (const identifier of identifiersOf(party))
    for (const place of index.byIdentifier.get(identifier) ?? []) places.add(place);
  for (const name of party.names) {
    for (const at of [...nearNames(index, name, from), ...sameConsonants(index, name)]) {
      const other = index.names[at];
      if (other === undefined || places.has(other.place)) continue;
      if (scoreNames(name, other.name) >= from) places.add(other.place);
    }
  }
  return [...places];
}

/** Those of whose words so many have a like in the other that they may score `from`. */
function nearNames(index: EntryIndex, name: PreparedName, from: number): number[] {
  const { names, scripts, tally } = index;
  const own = weightsOf(name);
  tally.begin(names.length);
  for (const script of scripts) countLike(tally, script, name);
  const near: { at: number; lone: number }[] = [];
  for (const at of tally.counted) {
    const other = names[at];
    if (other === undefined) continue;
    const ours = own.bearing - tally.oursOf(at);
    const theirs = other.bearing - tally.theirsOf(at);
    const matched = (own.weight - ours + other.weight - theirs) / 2;
    // Scoring by words comes to no more; and scoring by letters wants that none is left over.
    const against = Math.min(ours, theirs) * OF_CONFLICT;
    if (matched + ROUNDING >= from * (matched + against)) near.push({ at, lone: ours + theirs });
  }
  const nearest = near.toSorted((a, b) => a.lone - b.lone).slice(0, SCORED_MAX);
  return nearest.map(({ at }) => at);
}

/** Scores have three places, and sums of weights are not exact. */
const ROUNDING = 0.001;

function countLike(tally: WordTally, script: Script, name: PreparedName): void {
  const { isVowelless, book, postings } = script;
  const seen = new Set<number>();
  for (const token of name.tokens) {
    tally.beginWord(isBearing(token) ? token.weight : 0);
    for (const word of book.likeOf(token, isVowelless === name.isVowelless)) {
      const isFirst = !seen.has(word);
      seen.add(word);
      for (const { at, bearing } of postings[word] ?? []) tally.count(at, isFirst ? bearing : 0);
    }
  }
}

/** Of names without vowels the words may be parted in other places. */
function sameConsonants({ names, scripts }: EntryIndex, name: PreparedName): number[] {
  return scripts[name.isVowelless ? 0 : 1].names.filter((at) => {
    const other = names[at];
    return other !== undefined && compareConsonants(name, other.name) > 0;
  });
}

function weightsOf(name: PreparedName): { weight: number; bearing: number } {
  return { weight: weigh(name.tokens), bearing: weigh(name.tokens.filter(isBearing)) };
}

function weigh(tokens: readonly NameToken[]): number {
  return tokens.reduce((sum, { weight }) => sum + weight, 0);
}

const HOMOCLAVE_LENGTH = 3;
const WHOLE_LENGTHS: readonly number[] = [12, 13];

function identifiersOf({ rfcs, curps }: ScreenedParty): Set<string> {
  const starts = rfcs
    .filter((rfc) => WHOLE_LENGTHS.includes(rfc.length))
    .map((rfc) => rfc.slice(0, -HOMOCLAVE_LENGTH));
  return new Set([
    ...[...rfcs, ...starts].map((rfc) => `rfc ${rfc}`),
    ...curps.map((curp) => `curp ${curp}`),
  ]);
}
