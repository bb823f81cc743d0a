import type { CandidateName, Candidates } from '../../db/queries/list-search/candidates.ts';
import type { EntryKey } from '../../db/queries/lists/entries.ts';
import type { HeldEntries } from '../../db/queries/lists/held-entries.ts';
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

/** An entry that may be a subject's; `subject` is the place of that. Nothing outdoes an identifier that both have. */
export type Likely = EntryKey & { subject: number; score: number };

type Sought = { serviceId: number; parties: readonly ScreenedParty[]; from: number };

/** What was found, names only as far as they look likely. */
export type LikelyNames = Pick<Candidates, 'identified' | 'names'> &
  Pick<HeldEntries, 'partyTypes'>;

/**
 * Of what was found the entries that are worth being read whole: with an identifier that was asked for, or a name that
 * scores enough; of each subject, the likeliest first. No entry's names are more like the subject's than `score`, which knows
 * no weak aliases.
 */
export async function likelyEntries(
  { serviceId, parties, from }: Sought,
  { identified, names, partyTypes }: LikelyNames,
): Promise<Map<number, Likely[]>> {
  const prepared = new Map<string, readonly PreparedName[]>();
  const prepare = (name: string, partyType: PartyType): readonly PreparedName[] => {
    const key = `${partyType} ${name}`;
    const known = prepared.get(key) ?? prepareNames(name, partyType);
    prepared.set(key, known);
    return known;
  };
  const least = (subject: number): number =>
    (parties[subject]?.rfcs.length ?? 0) > 0 ? Math.min(from, POSSIBLE_THRESHOLD) : from;
  const scored = await mapInSlices(serviceId, names, (candidate): Likely => {
    const [party, partyType] = [parties[candidate.subject], partyTypes.get(candidate.entryId)];
    if (party === undefined || partyType === undefined) return { ...candidate, score: 0 };
    const theirs = prepare(candidate.name, toNamePartyType(partyType));
    return { ...candidate, score: scoreBest(party.names, theirs, least(candidate.subject)) };
  });
  const likely = [
    ...identified.map((one): Likely => ({ ...one, score: Number.POSITIVE_INFINITY })),
    ...scored.filter(({ subject, score }) => score > 0 && score >= least(subject)),
  ];
  const bySubject = Map.groupBy(likely, ({ subject }) => subject);
  return new Map([...bySubject].map(([subject, some]) => [subject, strongest(some)]));
}

/** So many names of a subject are scored, and of more those that look likest at a glance. */
const SCORED_MAX = 600;
/** Of those of which a word looks like none, for a glance knows no short forms. */
const UNLIKE_MAX = 100;

/** Those names that are worth being scored. */
export async function likeliestNames(
  serviceId: number,
  parties: readonly ScreenedParty[],
  names: readonly CandidateName[],
): Promise<CandidateName[]> {
  const bySubject = Map.groupBy(names, ({ subject }) => subject);
  const chosen: (readonly CandidateName[])[] = [];
  for (const [subject, some] of bySubject) {
    const glances = (parties[subject]?.names ?? []).map(createNamePrefilter);
    const far = ({ name }: CandidateName): number => {
      const words = listPrefilterWords(name);
      return Math.min(
        ...glances.map(({ measureName, measureWord }) => measureName(words?.map(measureWord))),
      );
    };
    chosen.push(await chooseLikeliest(serviceId, some, far));
  }
  return chosen.flat();
}

/** Of the names of a subject those that are worth being scored, by how far they are at a glance. */
export async function chooseLikeliest<Name>(
  serviceId: number,
  names: readonly Name[],
  farOf: (name: Name) => number,
): Promise<readonly Name[]> {
  if (names.length <= UNLIKE_MAX) return names;
  const fars = await mapInSlices(serviceId, names, farOf);
  const near = names.filter((_, at) => (fars[at] ?? 0) < UNMATCHED_WORD_DISTANCE);
  if (near.length >= UNLIKE_MAX && near.length <= SCORED_MAX) return near;
  const nearest = names.map((name, at) => ({ name, far: fars[at] ?? 0 }));
  return nearest
    .toSorted((a, b) => a.far - b.far)
    .filter(({ far }, at) => at < (far < UNMATCHED_WORD_DISTANCE ? SCORED_MAX : UNLIKE_MAX))
    .map(({ name }) => name);
}

/** Each entry once, with its best score. */
function strongest(likely: readonly Likely[]): Likely[] {
  const byEntry = new Map<number, Likely>();
  for (const one of likely.toSorted((a, b) => b.score - a.score || a.entryId - b.entryId)) {
    if (!byEntry.has(one.entryId)) byEntry.set(one.entryId, one);
  }
  return [...byEntry.values()];
}

/** 0 where their words alone tell that it is less than `from`. */
function scoreBest(
  ours: readonly PreparedName[],
  theirs: readonly PreparedName[],
  from: number,
): number {
  let best = 0;
  for (const one of ours)
    for (const other of theirs)
      if (!areDissimilar(one, other, from)) best = Math.max(best, scoreNames(one, other));
  return best;
}
