import { listBlockingKeys } from '../../../src/domain/screening/names/blocking-keys.ts';
import { areDissimilar } from '../../../src/domain/screening/names/dissimilar-names.ts';
import { prepareNames } from '../../../src/domain/screening/names/prepare-name.ts';
import { scoreNames } from '../../../src/domain/screening/names/score-names.ts';
import {
  addToIndex,
  createEntryIndex,
  findCandidates,
} from '../../../src/domain/screening/parties/entry-index.ts';
import type { ScreenedParty } from '../../../src/domain/screening/parties/screened-party.ts';
import { KEY_SEPARATOR, type NameIndex } from '../../../src/domain/screening/search/name-index.ts';
import { NameIndexBuilder } from '../../../src/domain/screening/search/name-index-builder.ts';
import { searchIndexes } from '../../../src/resolvers/list-search/indexed-search.ts';
import type { Curve } from '../results.ts';
import { createRandom } from '../stats.ts';
import { CHANGES, drawNames, type FuzzName } from './fuzz-names.ts';
import { getListsFolder } from './list-files.ts';
import { pick } from './misspell.ts';
import { createParty, kindOf } from './scoring.ts';
import { readWatchLists } from './watch-lists.ts';

const RUNS = [
  { seed: 101, from: 0.8 },
  { seed: 102, from: 0.85 },
  { seed: 103, from: 0.85 },
  { seed: 104, from: 0.9 },
];
const QUERIES = 1200;
const NAMES = 2500;
const LOOKED_AT_MOST = 2000;

type Found = { kind: string; alerts: number; missedByWords: number; missedByKeys: number };

/** Measures the recall of both searches, by words and by keys, compared with scoring every name. */
export async function measureScreeningFuzz(): Promise<Curve[]> {
  const { ofac, un } = await readWatchLists(getListsFolder());
  const curves: Curve[] = [];
  for (const { seed, from } of RUNS) {
    const random = createRandom(seed);
    const names = drawNames([...ofac, ...un], { count: NAMES, random });
    curves.push(await measure(names, { random, from, seed }));
  }
  return curves;
}

type How = { random: () => number; from: number; seed: number };

async function measure(names: readonly FuzzName[], { random, from, seed }: How): Promise<Curve> {
  const searched = prepare(names);
  const found: Found[] = [];
  const kinds = Object.entries(CHANGES);
  for (let asked = 0; asked < QUERIES; asked += 1) {
    const [[kind, change] = [], one] = [pick(kinds, random), pick(names, random)];
    const name = one && change?.(one.name, random);
    if (!kind || !one || !name?.trim()) continue;
    found.push({ kind, ...(await compare({ ...one, name }, searched, from)) });
  }
  const rows = [...Map.groupBy(found, (one) => one.kind)].map(([kind, some]) => rowOf(kind, some));
  return {
    workload: 'screening-fuzz',
    title: `Of what scoring every name finds from ${from} on, seed ${seed}`,
    columns: ['names', 'asked', 'found by scoring all', 'missed by words', 'missed by keys'],
    rows: [...rows, rowOf('all', found)],
  };
}

function rowOf(kind: string, some: readonly Found[]): (string | number)[] {
  const sum = (of: (one: Found) => number): number => some.reduce((all, one) => all + of(one), 0);
  return [
    kind,
    some.length,
    sum((one) => one.alerts),
    sum((one) => one.missedByWords),
    sum((one) => one.missedByKeys),
  ];
}

type Searched = {
  parties: ScreenedParty[];
  byWords: ReturnType<typeof createEntryIndex>;
  byKeys: NameIndex;
};

function prepare(names: readonly FuzzName[]): Searched {
  const parties = names.map(toParty);
  const byWords = createEntryIndex();
  const builder = new NameIndexBuilder();
  for (const party of parties) addToIndex(byWords, party);
  for (const [entryId, { name, partyType: type }] of names.entries()) {
    const partyType = kindOf(type);
    const keys = listBlockingKeys(name, type).keys.join(KEY_SEPARATOR);
    builder.add({ entryId, partyType, name, keys });
  }
  return { parties, byWords, byKeys: finish(builder.finish()) };
}

function toParty({ name, partyType }: FuzzName): ScreenedParty {
  return createParty(kindOf(partyType), { names: prepareNames(name, partyType), weakNames: [] });
}

async function compare(
  query: FuzzName,
  { parties, byWords, byKeys }: Searched,
  from: number,
): Promise<Omit<Found, 'kind'>> {
  const party = toParty(query);
  const isAlike = (place: number): boolean =>
    party.names.some((ours) =>
      parties[place]?.names.some((theirs) => scoreNames(ours, theirs) >= from),
    );
  const alerts = [...parties.keys()].filter(isAlike);
  const words = new Set(finish(findCandidates(byWords, party, from)));
  const held = { serviceId: 0, source: 'fuzz', listVersion: '', index: byKeys };
  const sought = { serviceId: 1, parties: [party], limit: LOOKED_AT_MOST };
  const { names } = await searchIndexes(sought, [held]);
  const isNear = (place: number): boolean =>
    party.names.some((ours) =>
      parties[place]?.names.some((theirs) => !areDissimilar(ours, theirs, from)),
    );
  const keys = new Set(names.map(({ entryId }) => entryId).filter(isNear));
  return {
    alerts: alerts.length,
    missedByWords: alerts.filter((place) => !words.has(place)).length,
    missedByKeys: alerts.filter((place) => !keys.has(place)).length,
  };
}

/** What comes of the steps, all at once. */
function finish<Made>(steps: Generator<void, Made>): Made {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
