import { areFarApart } from './far-names.ts';
import { keyGroups } from './name-keys.ts';
import type { PreparedName } from './prepare-name.ts';
import { scoreNames } from './score-names.ts';
import type { ScreenedParty } from './screened-party.ts';
import { SharedTally } from './shared-tally.ts';

/** Parties that are looked for among many others, by what those must share with them to be alike. */
export type EntryIndex = {
  parties: ScreenedParty[];
  /** Each name of them: whose it is, and how many words of it tell. */
  names: { place: number; words: number; name: PreparedName }[];
  byKey: Map<string, number[]>;
  byIdentifier: Map<string, number[]>;
  tally: SharedTally;
};

export function createEntryIndex(): EntryIndex {
  return {
    parties: [],
    names: [],
    byKey: new Map(),
    byIdentifier: new Map(),
    tally: new SharedTally(),
  };
}

/** Adds one at the next place. */
export function addToIndex(index: EntryIndex, party: ScreenedParty): void {
  const place = index.parties.length;
  index.parties.push(party);
  for (const name of party.names) {
    const groups = keyGroups(name);
    const at = index.names.length;
    index.names.push({ place, words: groups.filter(({ isWord }) => isWord).length, name });
    for (const key of new Set(groups.flatMap(({ keys }) => keys))) append(index.byKey, key, at);
  }
  for (const identifier of identifiersOf(party)) append(index.byIdentifier, identifier, place);
}

function append(map: Map<string, number[]>, key: string, value: number): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** So many names are looked at for one, and so many are scored: the likeliest. */
const LOOKED_AT_MAX = 300;
const SCORED_MAX = 40;

/**
 * The places of those that may be the party: of the same identifiers, and of names that have enough in common and score
 * at least `from`. Their other names are not looked at.
 */
export function findAlike(index: EntryIndex, party: ScreenedParty, from: number): number[] {
  const places = new Set<number>();
  for (const identifier of identifiersOf(party))
    for (const place of index.byIdentifier.get(identifier) ?? []) places.add(place);
  for (const name of party.names) {
    const near = namesAlike(index, name).filter((one) => !areFarApart(name, one.name, from));
    for (const { place, name: other } of near.slice(0, SCORED_MAX)) {
      if (!places.has(place) && scoreNames(name, other) >= from) places.add(place);
    }
  }
  return [...places];
}

type Alike = { place: number; name: PreparedName; shared: number };

/** What stands for several words together counts as two of them, and so does what few names have. */
const OF_TWO = 2;
const FEW = 4;

function namesAlike(index: EntryIndex, name: PreparedName): Alike[] {
  const { tally, byKey, names } = index;
  const groups = keyGroups(name);
  tally.begin(names.length);
  for (const { keys, isWord } of groups)
    tally.add(
      keys.flatMap((key) => {
        const list = byKey.get(key);
        return list === undefined ? [] : [list];
      }),
      (hits) => (isWord && hits > FEW ? 1 : OF_TWO),
    );
  const words = groups.filter(({ isWord }) => isWord).length;
  const alike: Alike[] = [];
  for (const at of tally.counted) {
    const [known, count] = [names[at], tally.countOf(at)];
    if (known === undefined || count < wantedOf(Math.min(words, known.words))) continue;
    // Of those that share as much, the one with fewer words besides is the likelier.
    const { place, name: other } = known;
    alike.push({ place, name: other, shared: count - Math.abs(words - known.words) / 100 });
  }
  return alike.toSorted((a, b) => b.shared - a.shared).slice(0, LOOKED_AT_MAX);
}

/** Of names with so many words: the others may be spelt so differently that they share nothing. */
function wantedOf(words: number): number {
  return words <= 2 ? 1 : OF_TWO;
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
