import { textsOfDetail } from '../lists/entry-details.ts';
import { familyOf, LICENSED_LIST } from '../lists/list-source.ts';
import { areFarApart } from './names/dissimilar-names.ts';
import type { PreparedName } from './names/prepare-name.ts';
import { ALERT_FROM, scoreNames } from './names/score-names.ts';
import { compareBirths, compareSexes } from './parties/compare-attributes.ts';
import { compareIdentifiers } from './parties/compare-identifiers.ts';
import type { ScreenedParty } from './parties/screened-party.ts';
import { namesOfEntry, partyOfEntry } from './screened-parties.ts';
import type { MatchedEntry } from './screening.ts';

/** Of so many entries, the first, and so many names of each: comparing all pairs grows with the square. */
const GROUPED_MAX = 50;
const NAMES_MAX = 5;

type Grouped = { entry: MatchedEntry; party: ScreenedParty; place: number };

/**
 * Which of the entries may be one person: by place a number that they have in common, from 1 on in their order; null for whom no other
 * is like. Only of lists of people in office, and where all of a group have names that would alert of each other, whichever is asked
 * for, and nothing contradicts: birth, sex, country, identifiers. A suggestion; others have their turn between any two.
 */
export function* groupPeople(entries: readonly MatchedEntry[]): Generator<void, (number | null)[]> {
  const groups: Grouped[][] = [];
  let count = 0;
  for (const [place, entry] of entries.entries()) {
    if (!isPerson(entry) || count === GROUPED_MAX) continue;
    count += 1;
    const one = { entry, party: partyOf(entry), place };
    const group = yield* findGroup(groups, one);
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  const numbers = entries.map((): number | null => null);
  const several = groups.filter(({ length }) => length > 1);
  for (const [at, group] of several.entries())
    for (const { place } of group) numbers[place] = at + 1;
  return numbers;
}

function isPerson({ source, partyType }: MatchedEntry): boolean {
  return familyOf(source) === 'pep' && (partyType === 'natural' || partyType === 'unknown');
}

function partyOf(entry: MatchedEntry): ScreenedParty {
  const names = entry.names.filter(({ kind }) => kind !== 'weak').slice(0, NAMES_MAX);
  return partyOfEntry(entry, { passport: null, ...namesOfEntry({ ...entry, names }) });
}

function* findGroup(
  groups: readonly Grouped[][],
  one: Grouped,
): Generator<void, Grouped[] | undefined> {
  for (const group of groups) if (yield* isOneOf(group, one)) return group;
  return undefined;
}

function* isOneOf(group: readonly Grouped[], one: Grouped): Generator<void, boolean> {
  for (const other of group) {
    yield;
    if (!mayBeOne(one, other)) return false;
  }
  return true;
}

function mayBeOne(one: Grouped, other: Grouped): boolean {
  return !isContradicted(one, other) && areNamedAlike(one.party.names, other.party.names);
}

function isContradicted({ entry, party }: Grouped, other: Grouped): boolean {
  // It has each person once.
  const isKeptApart = entry.source === LICENSED_LIST && other.entry.source === LICENSED_LIST;
  return (
    isKeptApart ||
    areApart(party.countries, other.party.countries) ||
    areApart(sexesOf(entry), sexesOf(other.entry)) ||
    compareBirths(party, other.party).verdict === 'contradicts' ||
    compareSexes(party, other.party).verdict === 'contradicts' ||
    compareIdentifiers(party, other.party).contradictions > 0
  );
}

/** Whether both say something, and nothing of it is the same. */
function areApart(ours: readonly string[], theirs: readonly string[]): boolean {
  return ours.length > 0 && theirs.length > 0 && !ours.some((one) => theirs.includes(one));
}

function sexesOf({ details }: MatchedEntry): string[] {
  return textsOfDetail(details, 'gender').map((one) => one.toLowerCase());
}

function areNamedAlike(ours: readonly PreparedName[], theirs: readonly PreparedName[]): boolean {
  return ours.some((one) =>
    theirs.some(
      (other) =>
        !areFarApart(one, other, ALERT_FROM) &&
        scoreNames(one, other) >= ALERT_FROM &&
        scoreNames(other, one) >= ALERT_FROM,
    ),
  );
}
