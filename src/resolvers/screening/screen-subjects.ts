import type { Db } from '../../db/client.ts';
import type { ListOnDay } from '../../db/queries/lists/candidates.ts';
import { type OwnedEntry, readEntries } from '../../db/queries/lists/entries.ts';
import { tellList } from '../../domain/lists/list-on-day.ts';
import { isSharedList } from '../../domain/lists/list-source.ts';
import { compareMatches } from '../../domain/screening/bands.ts';
import { screenParty } from '../../domain/screening/screen-party.ts';
import { partyOfEntry, partyOfSubject } from '../../domain/screening/screened-parties.ts';
import type { ScreenedParty } from '../../domain/screening/screened-party.ts';
import type {
  ScreenedList,
  ScreenedSubject,
  ScreeningMatch,
} from '../../domain/screening/screening.ts';
import { AppError } from '../../errors.ts';
import { inTurns } from '../../pacing/in-turns.ts';
import { endOfDay } from '../lists/end-of-day.ts';
import { findAll, SHARED } from './candidate-search.ts';
import { type Likely, likelyEntries } from './likely-entries.ts';
import { type Compared, nearestNames } from './nearest-names.ts';
import type { ScreenedFor, ScreenRequest } from './screen-request.ts';
import { OWN_LISTS } from './screened-lists.ts';

export type Screened = {
  lists: ScreenedList[];
  /** Of each subject, in their order: the strongest first. */
  matchesOf: ScreeningMatch[][];
  /** Of each subject how many there are, at least: more than `matchesOf` tells where only the strongest are told. */
  countOf: number[];
};

const SUBJECTS_MAX = 500;
/** Entries that are told of a subject. */
const MATCHES_MAX = 100;
const TRIES_MAX = 3;

/**
 * Looks for each subject in lists as they are on a day, in four statements whatever their number. Where a list is not
 * loaded, that nothing was found in it says nothing: the answer's lists tell which.
 */
export async function screenSubjects(to: ScreenedFor, request: ScreenRequest): Promise<Screened> {
  if (request.subjects.length > SUBJECTS_MAX) throw new Error('Too many subjects at once.');
  const parties = await inTurns(to.serviceId, request.subjects, partyOfSubject);
  for (let tried = 1; tried <= TRIES_MAX; tried += 1) {
    const found = await findAll(to, request, parties);
    // Somebody has a list loaded or forgotten meanwhile: all is looked at again.
    if (found === undefined) continue;
    const { serviceId } = to;
    const { likely, countOf: countLikely } = await likelyEntries(
      { serviceId, parties, from: request.from },
      found,
      MATCHES_MAX,
    );
    const entries = await readLikely(to.db, likely, found.entries);
    if (entries === undefined) continue;
    const matchesOf = await compareAll(to, request, { parties, likely, entries });
    const countOf = matchesOf.map(({ length }, at) =>
      length < MATCHES_MAX ? length : (countLikely.get(at) ?? length),
    );
    return { lists: tellLists(request, found.lists), matchesOf, countOf };
  }
  throw new AppError('operation_in_progress', CHANGING);
}

const CHANGING = 'The lists are changing just now. Nothing was done; it may be asked again.';

/** By id, those that are known as they are; undefined where one of the others is gone. */
async function readLikely(
  db: Db,
  likely: readonly Likely[],
  known: readonly OwnedEntry[],
): Promise<ReadonlyMap<number, OwnedEntry> | undefined> {
  const entries = new Map(known.map((entry) => [entry.entryId, entry]));
  const asked = new Map(
    likely.filter(({ entryId }) => !entries.has(entryId)).map((one) => [one.entryId, one]),
  );
  const read = asked.size > 0 ? await readEntries(db, [...asked.values()]) : [];
  if (read.length < asked.size) return undefined;
  for (const entry of read) entries.set(entry.entryId, entry);
  return entries;
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
  const pairs = likely.flatMap((one): Pair[] => {
    const [subject, party] = [subjects[one.subject], parties[one.subject]];
    const entry = entries.get(one.entryId);
    if (subject === undefined || party === undefined || entry === undefined) return [];
    return [{ subject, party, entry, of: one.subject }];
  });
  const nearest = await nearestNames(serviceId, pairs);
  const found = await inTurns(serviceId, pairs, ({ subject, party, entry, of }, at) => {
    const names = nearest[at] ?? { names: [], weakNames: [] };
    const other = partyOfEntry(entry, { subject, ...names });
    const finding = screenParty(party, other, from);
    return finding === undefined ? undefined : { ...finding, entry, of };
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

/** `of` is the subject's place. */
type Pair = Compared & { subject: ScreenedSubject; of: number };

/** Those that were asked for, in that order, and of all those that were ever loaded. */
function tellLists({ lists, asOf }: ScreenRequest, known: readonly ListOnDay[]): ScreenedList[] {
  const bySource = new Map(known.map(({ source, snapshot }) => [source, snapshot]));
  const own = [...bySource.keys()].filter((code) => !isSharedList(code));
  const codes =
    lists === 'loaded'
      ? [...SHARED.filter((code) => bySource.has(code)), ...own]
      : lists.flatMap((code) => (code === OWN_LISTS ? own : [code]));
  const now = endOfDay(asOf);
  return [...new Set(codes)].map((code) => tellList(code, bySource.get(code) ?? null, now));
}
