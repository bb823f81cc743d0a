import { addTo } from '../../shared/multimap.ts';
import type { PreparedName } from '../names/prepare-name.ts';
import { NO_LENGTHS, runLengthsOf } from '../names/run-lengths.ts';
import { compareConsonants, isBearing } from '../names/score-letters.ts';
import { scoreNames } from '../names/score-names.ts';
import { WordBook } from '../search/token-index.ts';
import { WordTally } from '../words/overlap-tally.ts';
import { countLike, type Weights, type Written, weighAgainst, weightsOf } from './count-overlap.ts';
import type { ScreenedParty } from './screened-party.ts';

/** A name of a party: whose it is, what all of its words weigh, and those that are missed where they have no like. */
type IndexedName = Weights & { place: number; name: PreparedName };
/** The names that are written with vowels, or those without. */
type Script = Written & { names: number[] };

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
  return { isVowelless, book: new WordBook(), names: [] };
}

/** Adds one at the next place. */
export function addToIndex(index: EntryIndex, party: ScreenedParty): void {
  const place = index.parties.length;
  index.parties.push(party);
  for (const name of [...party.names, ...party.weakNames]) addName(index, place, name);
  for (const identifier of identifiersOf(party)) addTo(index.byIdentifier, identifier, place);
}

function addName({ names, scripts }: EntryIndex, place: number, name: PreparedName): void {
  const at = names.length;
  names.push({ place, name, ...weightsOf(name) });
  const { book, names: written } = scripts[name.isVowelless ? 1 : 0];
  written.push(at);
  const lengths = runLengthsOf(name);
  for (const [i, token] of name.tokens.entries()) {
    const bearing = isBearing(token) ? token.weight : 0;
    book.add(token, { at, bearing, ...(lengths[i] ?? NO_LENGTHS) });
  }
}

/** So many names are scored for one, the likeliest; only what everybody is called has more. */
const SCORED_MAX = 600;

/**
 * The places of those that may be the party: of the same identifiers, and of names that score at least `from`. Their other
 * names are not looked at. In steps, so that others may have their turn in between; nobody else may look in this index meanwhile.
 */
export function* findAlike(
  index: EntryIndex,
  party: ScreenedParty,
  from: number,
): Generator<void, number[]> {
  const places = new Set<number>();
  for (const identifier of identifiersOf(party))
    for (const place of index.byIdentifier.get(identifier) ?? []) places.add(place);
  for (const name of party.names) {
    const near = yield* nearNames(index, name, from - ROUNDING);
    for (const at of [...near, ...sameConsonants(index, name)]) {
      const other = index.names[at];
      if (other === undefined || places.has(other.place)) continue;
      if (scoreNames(name, other.name) >= from) places.add(other.place);
      yield;
    }
  }
  return [...places];
}

/** Scores have three places, and sums of weights are not exact. */
const ROUNDING = 0.001;

/** Those of whose words so many have a like in the other that they may score `from`. */
function* nearNames(
  { names, scripts, tally }: EntryIndex,
  name: PreparedName,
  from: number,
): Generator<void, number[]> {
  tally.begin(names.length, from);
  for (const script of scripts) if (script.names.length > 0) yield* countLike(tally, script, name);
  const own = weightsOf(name);
  const near: { at: number; against: number }[] = [];
  for (const at of tally.counted) {
    const other = names[at];
    const against = other && weighAgainst(tally, { at, own, other }, from);
    if (against !== undefined) near.push({ at, against });
  }
  const nearest = near.toSorted((a, b) => a.against - b.against).slice(0, SCORED_MAX);
  return nearest.map(({ at }) => at);
}

/** Of names without vowels the words may be parted in other places. */
function sameConsonants({ names, scripts }: EntryIndex, name: PreparedName): number[] {
  return scripts[name.isVowelless ? 0 : 1].names.filter((at) => {
    const other = names[at];
    return other !== undefined && compareConsonants(name, other.name) > 0;
  });
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
