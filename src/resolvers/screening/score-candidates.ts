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
  matchesBySubject: ScreeningMatch[][];
  /**
   * Lower bound of the number of matches of each subject: matches that were found, plus candidates that were not
   * compared. Exceeds the length of `matchesBySubject` when only the strongest matches are returned.
   */
  countsBySubject: number[];
};

/** Maximum number of matches returned for a subject, and of entries read for it at a time. */
const MATCHES_MAX = 100;

type CandidateSet = {
  parties: readonly ScreenedParty[];
  /** Candidates of each subject that has any, best first. */
  candidatesBySubject: ReadonlyMap<number, readonly RankedCandidate[]>;
  /** Entries that the search has read already. */
  entriesRead: readonly OwnedEntry[];
};

/**
 * Compares each subject with its best candidates, 100 at a time, until no remaining candidate can be as strong as the
 * returned matches. A candidate's score is an upper bound, because only its entry shows which names are weak aliases,
 * which raise no alert. Returns undefined when an entry was deleted in the meantime.
 */
export async function scoreCandidates(
  context: ScreeningContext,
  request: ScreenRequest,
  { parties, candidatesBySubject, entriesRead }: CandidateSet,
): Promise<ScoredMatches | undefined> {
  const findings = request.subjects.map((): SubjectFinding[] => []);
  const readCounts = new Map<number, number>();
  let openSubjects = [...candidatesBySubject.keys()];
  for (let start = 0; openSubjects.length > 0; start += MATCHES_MAX) {
    const end = start + MATCHES_MAX;
    const candidates = openSubjects.flatMap(
      (subject) => candidatesBySubject.get(subject)?.slice(start, end) ?? [],
    );
    const entries = await readMissingEntries(context.db, candidates, entriesRead);
    if (entries === undefined) return undefined;
    for (const finding of await comparePairs(context, request, { parties, candidates, entries }))
      findings[finding.subjectIndex]?.push(finding);
    for (const subject of openSubjects) readCounts.set(subject, end);
    openSubjects = openSubjects.filter((subject) =>
      mayBeStronger(candidatesBySubject.get(subject)?.[end], findings[subject] ?? []),
    );
  }
  const tenureDate = { day: request.asOf, lookBack: context.lookBack ?? DEFAULT_LOOK_BACK };
  const matchesBySubject = findings.map((findingsOfSubject) =>
    selectStrongest(findingsOfSubject).map((match) => ({
      ...match,
      entry: addTenure(match.entry, tenureDate),
    })),
  );
  const countsBySubject = findings.map(({ length }, subject) => {
    const unreadCount =
      (candidatesBySubject.get(subject)?.length ?? 0) - (readCounts.get(subject) ?? 0);
    return length + Math.max(0, unreadCount);
  });
  return { matchesBySubject, countsBySubject };
}

/** True when the next candidate may be among the strongest matches. Its score is an upper bound. */
function mayBeStronger(
  next: RankedCandidate | undefined,
  findings: readonly SubjectFinding[],
): boolean {
  if (next === undefined) return false;
  return findings.filter(({ score }) => score >= next.score).length < MATCHES_MAX;
}

/**
 * Selects the strongest matches, ordered by strength. Scores of an alert take precedence over lower scores, even when
 * other facts have lowered the band of the alert.
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

type CandidateRound = {
  parties: readonly ScreenedParty[];
  candidates: readonly RankedCandidate[];
  entries: ReadonlyMap<number, OwnedEntry>;
};

/** Subject and entry to compare. `subjectIndex` is the position of the subject in the request. */
type Pair = ComparedPair & { subject: ScreenedSubject; subjectIndex: number };
type SubjectFinding = PartyMatch & Pick<Pair, 'entry' | 'subjectIndex'>;

async function comparePairs(
  { serviceId }: ScreeningContext,
  { subjects, minScore }: ScreenRequest,
  { parties, candidates, entries }: CandidateRound,
): Promise<SubjectFinding[]> {
  const pairs = candidates.flatMap((candidate): Pair[] => {
    const [subject, party] = [subjects[candidate.subject], parties[candidate.subject]];
    const entry = entries.get(candidate.entryId);
    if (subject === undefined || party === undefined || entry === undefined) return [];
    return [{ subject, party, entry, subjectIndex: candidate.subject }];
  });
  const nearest = await findNearestNames(serviceId, pairs);
  const results = await mapInSlices(
    serviceId,
    pairs,
    ({ subject, party, entry, subjectIndex }, index) => {
      const names = nearest[index] ?? { names: [], weakNames: [] };
      const entryParty = toEntryParty(entry, { passport: subject.passport, ...names });
      const finding = screenParty(party, entryParty, minScore);
      return finding === undefined ? undefined : { ...finding, entry, subjectIndex };
    },
  );
  return results.filter((finding) => finding !== undefined);
}
