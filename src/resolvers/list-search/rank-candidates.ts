import type { CandidateName, Candidates } from '../../db/queries/list-search/candidates.ts';
import type { EntryKey } from '../../db/queries/lists/entries.ts';
import type { ValidEntries } from '../../db/queries/lists/valid-entries.ts';
import { areDissimilar } from '../../domain/screening/names/dissimilar-names.ts';
import {
  createNamePrefilter,
  UNMATCHED_WORD_DISTANCE,
} from '../../domain/screening/names/name-prefilter.ts';
import { listPrefilterWords } from '../../domain/screening/names/prefilter-words.ts';
import { type PreparedName, prepareNames } from '../../domain/screening/names/prepare-name.ts';
import { POSSIBLE_THRESHOLD, scoreNames } from '../../domain/screening/names/score-names.ts';
import type { ScreenedParty } from '../../domain/screening/parties/screened-party.ts';
import { toNamePartyType } from '../../domain/screening/screened-parties.ts';
import type { PartyType } from '../../domain/screening/words/party-type.ts';
import { mapInSlices } from '../../scheduling/map-in-slices.ts';

/**
 * Candidate entry of a subject. `subject` is the position of the subject in the request. The score of an entry with a
 * shared identifier is infinite.
 */
export type RankedCandidate = EntryKey & { subject: number; score: number };

type RankQuery = { serviceId: number; parties: readonly ScreenedParty[]; minScore: number };

/** Candidates before scoring. The names are those that selectNearNames selected. */
export type UnrankedCandidates = Pick<Candidates, 'identified' | 'names'> &
  Pick<ValidEntries, 'partyTypes'>;

/**
 * Ranks the candidates worth reading: entries with a shared identifier, and entries with a name that reaches the
 * threshold. Returns the candidates of each subject, best first. `score` is an upper bound: only the entry shows which
 * names are weak aliases, which raise no alert.
 */
export async function rankCandidates(
  { serviceId, parties, minScore }: RankQuery,
  { identified, names, partyTypes }: UnrankedCandidates,
): Promise<Map<number, RankedCandidate[]>> {
  const prepared = new Map<string, readonly PreparedName[]>();
  const prepare = (name: string, partyType: PartyType): readonly PreparedName[] => {
    const key = `${partyType} ${name}`;
    const preparedNames = prepared.get(key) ?? prepareNames(name, partyType);
    prepared.set(key, preparedNames);
    return preparedNames;
  };
  // An equal RFC without homoclave lowers the required score of the name.
  const getMinScore = (subject: number): number =>
    (parties[subject]?.rfcs.length ?? 0) > 0 ? Math.min(minScore, POSSIBLE_THRESHOLD) : minScore;
  const scored = await mapInSlices(serviceId, names, (candidate): RankedCandidate => {
    const [party, partyType] = [parties[candidate.subject], partyTypes.get(candidate.entryId)];
    // An entry without party type is not valid on the day; the filter below drops it.
    if (party === undefined || partyType === undefined) return { ...candidate, score: 0 };
    const entryNames = prepare(candidate.name, toNamePartyType(partyType));
    return {
      ...candidate,
      score: scoreBest(party.names, entryNames, getMinScore(candidate.subject)),
    };
  });
  const candidates = [
    ...identified.map((entry): RankedCandidate => ({ ...entry, score: Number.POSITIVE_INFINITY })),
    ...scored.filter(({ subject, score }) => score > 0 && score >= getMinScore(subject)),
  ];
  const bySubject = Map.groupBy(candidates, ({ subject }) => subject);
  return new Map(
    [...bySubject].map(([subject, candidatesOfSubject]) => [
      subject,
      keepBestOfEachEntry(candidatesOfSubject),
    ]),
  );
}

/** Maximum number of names scored for a subject; beyond it, the nearest by estimate are selected. */
const SCORED_MAX = 600;
/**
 * Number of nearest names that are scored at any distance, because the estimate does not recognize short forms of
 * names. Farther ones are scored only below UNMATCHED_WORD_DISTANCE.
 */
const FAR_NAMES_MAX = 100;

/** Selects the names to score for each subject. */
export async function selectNearNames(
  serviceId: number,
  parties: readonly ScreenedParty[],
  names: readonly CandidateName[],
): Promise<CandidateName[]> {
  const bySubject = Map.groupBy(names, ({ subject }) => subject);
  const selected: (readonly CandidateName[])[] = [];
  for (const [subject, namesOfSubject] of bySubject) {
    const prefilters = (parties[subject]?.names ?? []).map(createNamePrefilter);
    const estimateDistance = ({ name }: CandidateName): number => {
      // Undefined for a script that the prefilter does not support: the distance is 0.
      const words = listPrefilterWords(name);
      return Math.min(
        ...prefilters.map(({ measureName, measureWord }) => measureName(words?.map(measureWord))),
      );
    };
    selected.push(await selectNearest(serviceId, namesOfSubject, estimateDistance));
  }
  return selected.flat();
}

/** Selects the names of a subject to score, by estimated distance. */
export async function selectNearest<Name>(
  serviceId: number,
  names: readonly Name[],
  estimateDistance: (name: Name) => number,
): Promise<readonly Name[]> {
  if (names.length <= FAR_NAMES_MAX) return names;
  const distances = await mapInSlices(serviceId, names, estimateDistance);
  const near = names.filter((_, index) => (distances[index] ?? 0) < UNMATCHED_WORD_DISTANCE);
  // The order below would select the same names: no far name is among its first FAR_NAMES_MAX.
  if (near.length >= FAR_NAMES_MAX && near.length <= SCORED_MAX) return near;
  const estimated = names.map((name, index) => ({ name, distance: distances[index] ?? 0 }));
  return estimated
    .toSorted((a, b) => a.distance - b.distance)
    .filter(
      ({ distance }, index) =>
        index < (distance < UNMATCHED_WORD_DISTANCE ? SCORED_MAX : FAR_NAMES_MAX),
    )
    .map(({ name }) => name);
}

/** Keeps each entry once, with its best score. */
function keepBestOfEachEntry(candidates: readonly RankedCandidate[]): RankedCandidate[] {
  const byEntry = new Map<number, RankedCandidate>();
  for (const candidate of candidates.toSorted(
    (a, b) => b.score - a.score || a.entryId - b.entryId,
  )) {
    if (!byEntry.has(candidate.entryId)) byEntry.set(candidate.entryId, candidate);
  }
  return [...byEntry.values()];
}

/** Returns the best score of two sets of names; 0 when an estimate by words shows that it is below `minScore`. */
function scoreBest(
  partyNames: readonly PreparedName[],
  entryNames: readonly PreparedName[],
  minScore: number,
): number {
  let best = 0;
  for (const name of partyNames)
    for (const otherName of entryNames)
      if (!areDissimilar(name, otherName, minScore))
        best = Math.max(best, scoreNames(name, otherName));
  return best;
}
