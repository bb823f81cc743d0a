import type { Db } from '../../db/client.ts';
import { type Candidates, findCandidates } from '../../db/queries/lists/candidates.ts';
import { type OwnedEntry, readEntries } from '../../db/queries/lists/entries.ts';
import { countListKeys } from '../../db/queries/lists/key-counts.ts';
import { tellList } from '../../domain/lists/list-on-day.ts';
import { ALL_SERVICES, isSharedList, LIST_SOURCES } from '../../domain/lists/list-source.ts';
import { compareMatches } from '../../domain/screening/bands.ts';
import { prepareNames } from '../../domain/screening/prepare-name.ts';
import { type Finding, screenParty } from '../../domain/screening/screen-party.ts';
import {
  nameTypeOf,
  partyOfEntry,
  partyOfSubject,
} from '../../domain/screening/screened-parties.ts';
import type { ScreenedParty } from '../../domain/screening/screened-party.ts';
import type {
  ScreenedList,
  ScreenedSubject,
  ScreeningMatch,
} from '../../domain/screening/screening.ts';
import { AppError } from '../../errors.ts';
import { inTurns } from '../../pacing/in-turns.ts';
import { endOfDay } from '../lists/end-of-day.ts';
import { identifierProbes, keysOf, nameProbes } from './candidate-query.ts';
import { type Likely, likelyEntries } from './likely-entries.ts';
import { OWN_LISTS } from './screened-lists.ts';

/** Whose lists are looked at, beside those that all share. */
export type ScreenedFor = { db: Db; serviceId: number };

export type ScreenRequest = {
  subjects: readonly ScreenedSubject[];
  /** Codes of lists, and `own` for each of the service's own; `loaded` for each that was ever loaded. */
  lists: readonly string[] | 'loaded';
  /** `YYYY-MM-DD`. */
  asOf: string;
  /** The least score that is shown, save for who has the same identifier. */
  from: number;
};

export type Screened = {
  lists: ScreenedList[];
  /** Of each subject, in their order: the strongest first. */
  matchesOf: ScreeningMatch[][];
  /** Of each subject how many there are, at least: more than `matchesOf` tells where only the strongest are told. */
  countOf: number[];
};

const SUBJECTS_MAX = 500;
/** Names that are looked at for a subject, and entries that are told of it. */
const CANDIDATES_MAX = 1500;
const MATCHES_MAX = 100;
/** Where few lists are asked for, most names are of others; in all of them, of versions that held before. */
const REACH_OF_ALL = 2500;
const REACH_OF_SOME = 5000;
const TRIES_MAX = 3;

/**
 * Looks for each subject in lists as they are on a day, in three statements whatever their number. Where a list is not
 * loaded, that nothing was found in it says nothing: the answer's lists tell which.
 */
export async function screenSubjects(to: ScreenedFor, request: ScreenRequest): Promise<Screened> {
  if (request.subjects.length > SUBJECTS_MAX) throw new Error('Too many subjects at once.');
  const parties = await inTurns(to.serviceId, request.subjects, partyOfSubject);
  for (let tried = 1; tried <= TRIES_MAX; tried += 1) {
    const candidates = await findAll(to, request, parties);
    const { serviceId } = to;
    const { likely, countOf: countLikely } = await likelyEntries(
      { serviceId, parties, from: request.from },
      candidates,
      MATCHES_MAX,
    );
    const entries = await readLikely(to.db, likely);
    // Somebody has a list forgotten meanwhile: all is looked at again.
    if (entries === undefined) continue;
    const matchesOf = await compareAll(to, request, { parties, likely, entries });
    const countOf = matchesOf.map(({ length }, at) =>
      length < MATCHES_MAX ? length : (countLikely.get(at) ?? length),
    );
    return { lists: tellLists(request, candidates), matchesOf, countOf };
  }
  throw new AppError('operation_in_progress', CHANGING);
}

const CHANGING = 'The lists are changing just now. Nothing was done; it may be asked again.';

async function findAll(
  { db, serviceId }: ScreenedFor,
  { lists, asOf }: ScreenRequest,
  parties: readonly ScreenedParty[],
): Promise<Candidates> {
  const owners = [ALL_SERVICES, serviceId];
  const keys = [...new Set(parties.flatMap(({ names }) => keysOf(names)))];
  const counts = keys.length > 0 ? await countListKeys(db, { owners, keys }) : NO_COUNTS;
  const countOf = (key: string): number => counts.get(key) ?? 0;
  return await findCandidates(db, {
    owners,
    sources: lists === 'loaded' ? SHARED : lists.filter((code) => code !== OWN_LISTS),
    hasOwn: lists === 'loaded' || lists.includes(OWN_LISTS),
    day: asOf,
    identifiers: parties.flatMap(identifierProbes),
    names: parties.flatMap(({ names }, at) => nameProbes(names, at, countOf)),
    reach: lists === 'loaded' ? REACH_OF_ALL : REACH_OF_SOME,
    limit: CANDIDATES_MAX,
  });
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();
const SHARED: readonly string[] = Object.keys(LIST_SOURCES);

/** Undefined where one of them is gone. */
async function readLikely(
  db: Db,
  likely: readonly Likely[],
): Promise<ReadonlyMap<number, OwnedEntry> | undefined> {
  const asked = new Map(likely.map((one) => [one.entryId, one]));
  const entries = asked.size > 0 ? await readEntries(db, [...asked.values()]) : [];
  if (entries.length < asked.size) return undefined;
  return new Map(entries.map((entry) => [entry.entryId, entry]));
}

type Found = {
  parties: readonly ScreenedParty[];
  likely: readonly Likely[];
  entries: ReadonlyMap<number, OwnedEntry>;
};

async function compareAll(
  { serviceId }: ScreenedFor,
  { subjects, from }: ScreenRequest,
  { parties, likely, entries }: Found,
): Promise<ScreeningMatch[][]> {
  const found = await inTurns(serviceId, likely, (one) => {
    const [subject, party] = [subjects[one.subject], parties[one.subject]];
    const entry = entries.get(one.entryId);
    if (subject === undefined || party === undefined || entry === undefined) return undefined;
    const finding = compareEntry({ subject, party, entry, from });
    return finding === undefined ? undefined : { ...finding, entry, of: one.subject };
  });
  const bySubject = Map.groupBy(
    found.filter((one) => one !== undefined),
    ({ of }) => of,
  );
  return subjects.map((_, at) =>
    (bySubject.get(at) ?? [])
      .toSorted((a, b) => compareMatches(a, b) || a.entry.entryId - b.entry.entryId)
      .map(({ entry: { serviceId: _owner, ...entry }, score, band, matchedName, items }) => {
        return { entry, score, band, matchedName, items };
      }),
  );
}

type Pair = { subject: ScreenedSubject; party: ScreenedParty; entry: OwnedEntry; from: number };

function compareEntry({ subject, party, entry, from }: Pair): Finding | undefined {
  const partyType = nameTypeOf(entry.partyType);
  const names = entry.names.flatMap(({ name }) => prepareNames(name, partyType));
  return screenParty(party, partyOfEntry(entry, { subject, names }), from);
}

/** Those that were asked for, in that order, and of all those that were ever loaded. */
function tellLists({ lists, asOf }: ScreenRequest, { lists: known }: Candidates): ScreenedList[] {
  const bySource = new Map(known.map(({ source, snapshot }) => [source, snapshot]));
  const own = [...bySource.keys()].filter((code) => !isSharedList(code));
  const codes =
    lists === 'loaded'
      ? [...SHARED.filter((code) => bySource.has(code)), ...own]
      : lists.flatMap((code) => (code === OWN_LISTS ? own : [code]));
  const now = endOfDay(asOf);
  return [...new Set(codes)].map((code) => tellList(code, bySource.get(code) ?? null, now));
}
