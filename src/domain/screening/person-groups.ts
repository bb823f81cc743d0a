import { listTexts } from '../lists/entry-details.ts';
import { getListFamily, LICENSED_LIST } from '../lists/list-source.ts';
import { areDissimilar } from './names/dissimilar-names.ts';
import type { PreparedName } from './names/prepare-name.ts';
import { ALERT_THRESHOLD, scoreNames } from './names/score-names.ts';
import { compareBirths, compareSexes } from './parties/compare-attributes.ts';
import { compareIdentifiers } from './parties/compare-identifiers.ts';
import type { ScreenedParty } from './parties/screened-party.ts';
import { prepareEntryNames, toEntryParty } from './screened-parties.ts';
import type { MatchedEntry } from './screening.ts';

/**
 * Maximum number of entries, and of names per entry, that are grouped: the number of comparisons grows quadratically.
 */
const GROUPED_ENTRIES_MAX = 50;
const NAMES_PER_ENTRY_MAX = 5;

type GroupedEntry = { entry: MatchedEntry; party: ScreenedParty; index: number };

/**
 * Groups the first GROUPED_ENTRIES_MAX PEP entries that may be the same person: each two entries of a group have names
 * that alert for each other in both directions, and birth date, sex, country and identifiers do not contradict. Returns
 * a group number per entry, counted from 1, or null for an entry without a group. Groups are suggestions. Yields to the
 * event loop between comparisons.
 */
export function* groupPeople(entries: readonly MatchedEntry[]): Generator<void, (number | null)[]> {
  const groups: GroupedEntry[][] = [];
  let personCount = 0;
  for (const [index, entry] of entries.entries()) {
    if (!isPepPerson(entry) || personCount === GROUPED_ENTRIES_MAX) continue;
    personCount += 1;
    const groupedEntry = { entry, party: toScreenedParty(entry), index };
    const group = yield* findGroup(groups, groupedEntry);
    if (group === undefined) groups.push([groupedEntry]);
    else group.push(groupedEntry);
  }
  const groupNumbers = entries.map((): number | null => null);
  const sharedGroups = groups.filter(({ length }) => length > 1);
  for (const [groupIndex, group] of sharedGroups.entries())
    for (const { index } of group) groupNumbers[index] = groupIndex + 1;
  return groupNumbers;
}

function isPepPerson({ source, partyType }: MatchedEntry): boolean {
  return getListFamily(source) === 'pep' && (partyType === 'natural' || partyType === 'unknown');
}

function toScreenedParty(entry: MatchedEntry): ScreenedParty {
  const names = entry.names.filter(({ kind }) => kind !== 'weak').slice(0, NAMES_PER_ENTRY_MAX);
  return toEntryParty(entry, { passport: null, ...prepareEntryNames({ ...entry, names }) });
}

function* findGroup(
  groups: readonly GroupedEntry[][],
  entry: GroupedEntry,
): Generator<void, GroupedEntry[] | undefined> {
  for (const group of groups) if (yield* belongsTo(group, entry)) return group;
  return undefined;
}

function* belongsTo(group: readonly GroupedEntry[], entry: GroupedEntry): Generator<void, boolean> {
  for (const member of group) {
    yield;
    if (!mayBeSamePerson(entry, member)) return false;
  }
  return true;
}

function mayBeSamePerson(first: GroupedEntry, second: GroupedEntry): boolean {
  return !isContradicted(first, second) && haveSimilarNames(first.party.names, second.party.names);
}

function isContradicted({ entry, party }: GroupedEntry, otherEntry: GroupedEntry): boolean {
  // This source has one entry per person.
  const areDistinctInSource =
    entry.source === LICENSED_LIST && otherEntry.entry.source === LICENSED_LIST;
  return (
    areDistinctInSource ||
    areDisjoint(party.countries, otherEntry.party.countries) ||
    areDisjoint(listSexes(entry), listSexes(otherEntry.entry)) ||
    compareBirths(party, otherEntry.party).verdict === 'contradicts' ||
    compareSexes(party, otherEntry.party).verdict === 'contradicts' ||
    compareIdentifiers(party, otherEntry.party).contradictions > 0
  );
}

/** True when both are non-empty and share no value. */
function areDisjoint(first: readonly string[], second: readonly string[]): boolean {
  return first.length > 0 && second.length > 0 && !first.some((value) => second.includes(value));
}

function listSexes({ details }: MatchedEntry): string[] {
  return listTexts(details, 'gender').map((sex) => sex.toLowerCase());
}

function haveSimilarNames(
  firstNames: readonly PreparedName[],
  secondNames: readonly PreparedName[],
): boolean {
  return firstNames.some((first) =>
    secondNames.some(
      (second) =>
        !areDissimilar(first, second, ALERT_THRESHOLD) &&
        scoreNames(first, second) >= ALERT_THRESHOLD &&
        scoreNames(second, first) >= ALERT_THRESHOLD,
    ),
  );
}
