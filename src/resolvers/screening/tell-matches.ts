import type { Db } from '../../db/client.ts';
import { type OwnedEntry, readEntries } from '../../db/queries/lists/entries.ts';
import { ALERT_THRESHOLD } from '../../domain/screening/names/score-names.ts';
import { compareMatches } from '../../domain/screening/parties/bands.ts';
import { type PartyMatch, screenParty } from '../../domain/screening/parties/screen-party.ts';
import type { ScreenedParty } from '../../domain/screening/parties/screened-party.ts';
import { toEntryParty } from '../../domain/screening/screened-parties.ts';
import type { ScreenedSubject, ScreeningMatch } from '../../domain/screening/screening.ts';
import { addTenure, DEFAULT_LOOK_BACK } from '../../domain/screening/tenure.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';
import type { Likely } from '../list-search/likely-entries.ts';
import { type Compared, nearestNames } from '../list-search/nearest-names.ts';
import type { ScreenedFor, ScreenRequest } from '../list-search/screen-request.ts';

export type Told = {
  /** Of each subject, in their order: the strongest first. */
  matchesOf: ScreeningMatch[][];
  /** Of each subject how many there are, at least: more than `matchesOf` tells where only the strongest are told. */
  countOf: number[];
};

/** Entries that are told of a subject, and that are read of it at once. */
const MATCHES_MAX = 100;

type Sought = {
  parties: readonly ScreenedParty[];
  /** Of each subject that has any, the likeliest first. */
  likely: ReadonlyMap<number, readonly Likely[]>;
  /** Those of the entries that are read already. */
  known: readonly OwnedEntry[];
};

/**
 * Compares each subject with its likeliest entries, a hundred at a time, until no other can be as strong as those that are told:
 * which names are weak aliases or doubtful, and so no alert, is known only of entries that were read. Undefined where an entry
 * is gone meanwhile.
 */
export async function tellMatches(
  to: ScreenedFor,
  request: ScreenRequest,
  { parties, likely, known }: Sought,
): Promise<Told | undefined> {
  const found = request.subjects.map((): Found[] => []);
  const readOf = new Map<number, number>();
  let open = [...likely.keys()];
  for (let start = 0; open.length > 0; start += MATCHES_MAX) {
    const end = start + MATCHES_MAX;
    const round = open.flatMap((subject) => likely.get(subject)?.slice(start, end) ?? []);
    const entries = await readLikely(to.db, round, known);
    if (entries === undefined) return undefined;
    for (const one of await compareAll(to, request, { parties, likely: round, entries }))
      found[one.of]?.push(one);
    for (const subject of open) readOf.set(subject, end);
    open = open.filter((subject) =>
      mayBeStronger(likely.get(subject)?.[end], found[subject] ?? []),
    );
  }
  const on = { day: request.asOf, lookBack: to.lookBack ?? DEFAULT_LOOK_BACK };
  const matchesOf = found.map((some) =>
    strongest(some).map((match) => ({ ...match, entry: addTenure(match.entry, on) })),
  );
  const countOf = found.map(({ length }, subject) => {
    const left = (likely.get(subject)?.length ?? 0) - (readOf.get(subject) ?? 0);
    return length + Math.max(0, left);
  });
  return { matchesOf, countOf };
}

/** Whether the next entry, whose score is at most what is known of it, may belong among those that are told. */
function mayBeStronger(next: Likely | undefined, found: readonly Found[]): boolean {
  if (next === undefined) return false;
  return found.filter(({ score }) => score >= next.score).length < MATCHES_MAX;
}

/** Alerts are told before what is only possible, whatever lowers their band; then all in the order of their strength. */
function strongest(found: readonly Found[]): ScreeningMatch[] {
  const compare = (a: Found, b: Found): number =>
    compareMatches(a, b) || a.entry.entryId - b.entry.entryId;
  return found
    .toSorted((a, b) => Number(isAlert(b)) - Number(isAlert(a)) || compare(a, b))
    .slice(0, MATCHES_MAX)
    .toSorted(compare)
    .map(({ entry: { serviceId: _owner, ...entry }, score, band, matchedName, items }) => {
      return { entry, score, band, matchedName, items };
    });
}

function isAlert({ score }: PartyMatch): boolean {
  return score >= ALERT_THRESHOLD;
}

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

type Round = {
  parties: readonly ScreenedParty[];
  likely: readonly Likely[];
  entries: ReadonlyMap<number, OwnedEntry>;
};

/** `of` is the subject's place. */
type Pair = Compared & { subject: ScreenedSubject; of: number };
type Found = PartyMatch & Pick<Pair, 'entry' | 'of'>;

async function compareAll(
  { serviceId }: ScreenedFor,
  { subjects, from }: ScreenRequest,
  { parties, likely, entries }: Round,
): Promise<Found[]> {
  const pairs = likely.flatMap((one): Pair[] => {
    const [subject, party] = [subjects[one.subject], parties[one.subject]];
    const entry = entries.get(one.entryId);
    if (subject === undefined || party === undefined || entry === undefined) return [];
    return [{ subject, party, entry, of: one.subject }];
  });
  const nearest = await nearestNames(serviceId, pairs);
  const found = await mapInSlices(serviceId, pairs, ({ subject, party, entry, of }, at) => {
    const names = nearest[at] ?? { names: [], weakNames: [] };
    const other = toEntryParty(entry, { passport: subject.passport, ...names });
    const finding = screenParty(party, other, from);
    return finding === undefined ? undefined : { ...finding, entry, of };
  });
  return found.filter((one) => one !== undefined);
}
