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
import { type ComparedPair, findNearestNames } from '../list-search/nearest-names.ts';
import type { RankedCandidate } from '../list-search/rank-candidates.ts';
import type { ScreeningContext, ScreenRequest } from '../list-search/screen-request.ts';

export type ScoredMatches = {
  /** Matches of each subject, in the order of the subjects, strongest first. */
  matchesOf: ScreeningMatch[][];
  /**
   * Lower bound of the number of matches of each subject; exceeds the length of `matchesOf` when only the strongest are
   * returned.
   */
  countOf: number[];
};

/** Maximum number of matches returned for a subject, and of entries read for it at a time. */
const MATCHES_MAX = 100;

type CandidateSet = {
  parties: readonly ScreenedParty[];
  /** Candidates of each subject that has any, best first. */
  candidatesOf: ReadonlyMap<number, readonly RankedCandidate[]>;
  /** Entries that the search has read already. */
  entriesRead: readonly OwnedEntry[];
};

/**
 * Compares each subject with its best candidates, 100 at a time, until no remaining candidate can be as strong as the
 * matches returned. Only a read entry reveals which of its names are weak or doubtful aliases, which raise no alert.
 * Returns undefined when an entry was deleted meanwhile.
 */
export async function scoreCandidates(
  to: ScreeningContext,
  request: ScreenRequest,
  { parties, candidatesOf, entriesRead }: CandidateSet,
): Promise<ScoredMatches | undefined> {
  const findings = request.subjects.map((): SubjectFinding[] => []);
  const readOf = new Map<number, number>();
  let open = [...candidatesOf.keys()];
  for (let start = 0; open.length > 0; start += MATCHES_MAX) {
    const end = start + MATCHES_MAX;
    const round = open.flatMap((subject) => candidatesOf.get(subject)?.slice(start, end) ?? []);
    const entries = await readMissingEntries(to.db, round, entriesRead);
    if (entries === undefined) return undefined;
    for (const finding of await compareAll(to, request, { parties, candidates: round, entries }))
      findings[finding.of]?.push(finding);
    for (const subject of open) readOf.set(subject, end);
    open = open.filter((subject) =>
      mayBeStronger(candidatesOf.get(subject)?.[end], findings[subject] ?? []),
    );
  }
  const on = { day: request.asOf, lookBack: to.lookBack ?? DEFAULT_LOOK_BACK };
  const matchesOf = findings.map((findingsOfSubject) =>
    selectStrongest(findingsOfSubject).map((match) => ({
      ...match,
      entry: addTenure(match.entry, on),
    })),
  );
  const countOf = findings.map(({ length }, subject) => {
    const left = (candidatesOf.get(subject)?.length ?? 0) - (readOf.get(subject) ?? 0);
    return length + Math.max(0, left);
  });
  return { matchesOf, countOf };
}

/** True when the next candidate may belong among the returned matches. Its score is an upper bound. */
function mayBeStronger(
  next: RankedCandidate | undefined,
  findings: readonly SubjectFinding[],
): boolean {
  if (next === undefined) return false;
  return findings.filter(({ score }) => score >= next.score).length < MATCHES_MAX;
}

/**
 * Selects the strongest matches: alerts take precedence over possible matches, whatever lowers their band. The result
 * is ordered by strength.
 */
function selectStrongest(findings: readonly SubjectFinding[]): ScreeningMatch[] {
  const compare = (a: SubjectFinding, b: SubjectFinding): number =>
    compareMatches(a, b) || a.entry.entryId - b.entry.entryId;
  return findings
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

/** Returns entries by id, reading those that are missing; undefined when one of them was deleted. */
async function readMissingEntries(
  db: Db,
  candidates: readonly RankedCandidate[],
  entriesRead: readonly OwnedEntry[],
): Promise<ReadonlyMap<number, OwnedEntry> | undefined> {
  const entries = new Map(entriesRead.map((entry) => [entry.entryId, entry]));
  const missing = new Map(
    candidates
      .filter(({ entryId }) => !entries.has(entryId))
      .map((entry) => [entry.entryId, entry]),
  );
  const read = missing.size > 0 ? await readEntries(db, [...missing.values()]) : [];
  if (read.length < missing.size) return undefined;
  for (const entry of read) entries.set(entry.entryId, entry);
  return entries;
}

type Round = {
  parties: readonly ScreenedParty[];
  candidates: readonly RankedCandidate[];
  entries: ReadonlyMap<number, OwnedEntry>;
};

/** Subject and entry to compare. `of` is the index of the subject. */
type Pair = ComparedPair & { subject: ScreenedSubject; of: number };
type SubjectFinding = PartyMatch & Pick<Pair, 'entry' | 'of'>;

async function compareAll(
  { serviceId }: ScreeningContext,
  { subjects, from }: ScreenRequest,
  { parties, candidates, entries }: Round,
): Promise<SubjectFinding[]> {
  const pairs = candidates.flatMap((candidate): Pair[] => {
    const [subject, party] = [subjects[candidate.subject], parties[candidate.subject]];
    const entry = entries.get(candidate.entryId);
    if (subject === undefined || party === undefined || entry === undefined) return [];
    return [{ subject, party, entry, of: candidate.subject }];
  });
  const nearest = await findNearestNames(serviceId, pairs);
  const results = await mapInSlices(serviceId, pairs, ({ subject, party, entry, of }, index) => {
    const names = nearest[index] ?? { names: [], weakNames: [] };
    const entryParty = toEntryParty(entry, { passport: subject.passport, ...names });
    const finding = screenParty(party, entryParty, from);
    return finding === undefined ? undefined : { ...finding, entry, of };
  });
  return results.filter((finding) => finding !== undefined);
}
