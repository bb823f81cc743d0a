import type { OwnedEntry } from '../../db/queries/lists/entries.ts';
import type { OutdatedMatch } from '../../db/queries/screening/raised-matches.ts';
import type { ScreenableParticipant } from '../../db/queries/screening/screenable.ts';
import { toScreenedSubject } from '../../domain/screening/participant-subject.ts';
import {
  addToIndex,
  createEntryIndex,
  type EntryIndex,
  findCandidates,
} from '../../domain/screening/parties/entry-index.ts';
import { screenParty } from '../../domain/screening/parties/screen-party.ts';
import type { FoundMatch } from '../../domain/screening/raise-match.ts';
import {
  prepareEntryNames,
  toEntryParty,
  toSubjectParty,
} from '../../domain/screening/screened-parties.ts';
import type {
  MatchedEntry,
  ScreenedSubject,
  ScreeningMatch,
} from '../../domain/screening/screening.ts';
import { mapInSlices, runStepsInSlices } from '../../scheduling/map-in-slices.ts';

/** Entries indexed for the comparison. */
export type PreparedEntries = {
  entries: readonly MatchedEntry[];
  index: EntryIndex;
  /** Positions of the entries that a participant matches already and whose facts changed, by participant. */
  outdated: ReadonlyMap<number, readonly number[]>;
};

/**
 * Entries to compare the participants of a service with, and the existing matches of these entries, which are outdated.
 */
export type EntriesToCompare = {
  serviceId: number;
  entries: readonly OwnedEntry[];
  outdated: readonly OutdatedMatch[];
};

/** Indexes entries by their names and identifiers, in time slices of the service. */
export async function prepareEntries({
  serviceId,
  entries,
  outdated,
}: EntriesToCompare): Promise<PreparedEntries> {
  const index = createEntryIndex();
  const parsed = await mapInSlices(serviceId, entries, ({ serviceId: _owner, ...entry }) => {
    // Passports are compared later: an entry is indexed before its subjects are known.
    addToIndex(index, toEntryParty(entry, { passport: null, ...prepareEntryNames(entry) }));
    return entry;
  });
  const indexByKey = new Map(parsed.map((entry, position) => [entry.entryKey, position]));
  const byParticipant = Map.groupBy(outdated, (match) => match.participantId);
  const outdatedIndexes = [...byParticipant].map(
    ([id, matches]) =>
      [id, matches.flatMap(({ entryKey }) => indexByKey.get(entryKey) ?? [])] as const,
  );
  return { entries: parsed, index, outdated: new Map(outdatedIndexes) };
}

/** Participant with at least one match. */
export type ParticipantMatches = {
  participant: ScreenableParticipant;
  subject: ScreenedSubject;
  matches: FoundMatch[];
};

/**
 * Compares participants with the entries. Returns the participants with matches, each with its matches, strongest
 * first.
 */
export async function compareWithEntries(
  participants: readonly ScreenableParticipant[],
  prepared: PreparedEntries,
  { serviceId, minScore }: { serviceId: number; minScore: number },
): Promise<ParticipantMatches[]> {
  const results: ParticipantMatches[] = [];
  for (const participant of participants) {
    const subject = toScreenedSubject(participant);
    const outdated = prepared.outdated.get(participant.id) ?? [];
    const steps = compareSubject(
      subject,
      { ...prepared, outdatedIndexes: new Set(outdated) },
      minScore,
    );
    const matches = await runStepsInSlices(serviceId, steps);
    if (matches.length === 0) continue;
    results.push({
      participant,
      subject,
      matches: matches.map((match) => toFoundMatch(participant, match)),
    });
  }
  return results;
}

export function toFoundMatch(
  { id, businessId, personId }: ScreenableParticipant,
  match: ScreeningMatch,
): FoundMatch {
  return { participantId: id, businessId, personId, match };
}

/** Compares a subject with its candidates. An outdated match is returned even below `minScore`. */
function* compareSubject(
  subject: ScreenedSubject,
  { entries, index, outdatedIndexes }: PreparedEntries & { outdatedIndexes: ReadonlySet<number> },
  minScore: number,
): Generator<void, ScreeningMatch[]> {
  const party = toSubjectParty(subject);
  const candidates = new Set([
    ...outdatedIndexes,
    ...(yield* findCandidates(index, party, minScore)),
  ]);
  const matches: ScreeningMatch[] = [];
  for (const candidate of candidates) {
    yield;
    const [entry, entryParty] = [entries[candidate], index.parties[candidate]];
    const finding =
      entryParty && screenParty(party, entryParty, outdatedIndexes.has(candidate) ? 0 : minScore);
    if (entry === undefined || finding === undefined) continue;
    const { score, band, matchedName, items } = finding;
    matches.push({ entry, score, band, matchedName, items });
  }
  return matches.toSorted((a, b) => b.score - a.score);
}
