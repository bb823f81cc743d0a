import { listBlockingKeys } from '../../../src/domain/screening/names/blocking-keys.ts';
import {
  type PreparedName,
  prepareNames,
} from '../../../src/domain/screening/names/prepare-name.ts';
import { scoreNames } from '../../../src/domain/screening/names/score-names.ts';
import { screenParty } from '../../../src/domain/screening/parties/screen-party.ts';
import type {
  EntryNames,
  ScreenedParty,
} from '../../../src/domain/screening/parties/screened-party.ts';
import type { PartyType } from '../../../src/domain/screening/words/party-type.ts';
import type { Case } from './case-set.ts';
import type { Invented } from './invented-names.ts';
import type { FoundName, WatchLists } from './watch-lists.ts';

/** Compares two parties with these names only. Returns the score, and whether the keys of one find the other. */
export function judgeCase({ query, candidate, partyType }: Case): {
  score: number;
  hasKey: boolean;
} {
  const [ours, theirs] = [prepareNames(query, partyType), prepareNames(candidate, partyType)];
  const [party, entry] = [ours, theirs].map((names) =>
    createParty(kindOf(partyType), { names, weakNames: [] }),
  );
  const found = party && entry && screenParty(party, entry, 0);
  const keys = new Set(listBlockingKeys(candidate, partyType).keys);
  const hasKey = listBlockingKeys(query, partyType).keys.some((key) => keys.has(key));
  return { score: found?.score ?? 0, hasKey };
}

/**
 * Counts the alerts of the names on any list: names, alerts, rate with its confidence interval, and candidates per
 * name.
 */
export function countAlerts(names: readonly Invented[], lists: WatchLists): (string | number)[] {
  let [alerts, candidates] = [0, 0];
  for (const { name, partyType } of names) {
    const found = lists.find(name, partyType);
    candidates += found.length;
    const ours = { names: prepareNames(name, partyType), weakNames: [] };
    const query = createParty(kindOf(partyType), ours);
    const alertsBy = (entry: number, theirs: readonly FoundName[]): boolean =>
      screenParty(query, createParty(lists.kindOf(entry), splitNames(theirs))) !== undefined;
    const byEntry = Map.groupBy(found, ({ entry }) => entry);
    // All names of an entry are compared only where those that were found alert, which few do.
    const isAlert = byEntry
      .entries()
      .some(([entry, some]) => alertsBy(entry, some) && alertsBy(entry, lists.namesOf(entry)));
    if (isAlert) alerts += 1;
  }
  const share = ((100 * alerts) / names.length).toFixed(2);
  const interval = shareInterval(alerts, names.length)
    .map((one) => (100 * one).toFixed(2))
    .join(' to ');
  return [names.length, alerts, share, interval, Math.round(candidates / names.length)];
}

/** Wilson's: between which shares the true one is, 19 times of 20. */
function shareInterval(some: number, all: number): [number, number] {
  const z2 = 1.96 ** 2;
  const middle = (some + z2 / 2) / (all + z2);
  const half = Math.sqrt(z2 * ((some * (all - some)) / all + z2 / 4)) / (all + z2);
  return [middle - half, middle + half];
}

/** Returns the strong and the weak names of an entry. */
export function splitNames(some: readonly Pick<FoundName, 'name' | 'isWeak'>[]): EntryNames {
  const namesOf = (isWeak: boolean): PreparedName[] =>
    some.filter((one) => one.isWeak === isWeak).map(({ name }) => name);
  return { names: namesOf(false), weakNames: namesOf(true) };
}

/** Returns the kind of party of a name, as far as its type states it. */
export function kindOf(partyType: PartyType): 'natural' | 'legal' | 'unknown' {
  return partyType === 'other' ? 'unknown' : partyType;
}

/** Creates a party with names and kind only. */
export function createParty(
  partyType: ScreenedParty['partyType'],
  names: EntryNames,
): ScreenedParty {
  const nothing = { rfcs: [], curps: [], passports: [], birthDates: [], countries: [] };
  return { partyType, ...names, ...nothing };
}

/** Measures the CPU time of scoring, which other load on the machine affects little. */
export function measureScoring(
  names: readonly Invented[],
  lists: WatchLists,
): (string | number)[][] {
  const work = names.flatMap(({ name, partyType }) => {
    const found = lists.find(name, partyType);
    return prepareNames(name, partyType).map((query) => ({ query, found }));
  });
  const score = (): void => {
    for (const { query, found } of work) for (const { name } of found) scoreNames(query, name);
  };
  const prepare = (): void => {
    for (const { name, partyType } of names) listBlockingKeys(name, partyType);
  };
  const pairs = work.reduce((sum, { found }) => sum + found.length, 0);
  return [
    ['scoring a pair', pairs, (timeOf(score) / pairs).toFixed(1)],
    ['preparing a name with its keys', names.length, (timeOf(prepare) / names.length).toFixed(1)],
  ];
}

/** In µs, once the code is warm. */
function timeOf(work: () => void): number {
  work();
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user;
}
