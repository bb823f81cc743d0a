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
  /** Indexes of entries that participants match already, and whose facts changed. */
  outdated: ReadonlyMap<number, readonly number[]>;
};

/** Entries to compare the participants of a service with, and existing matches of these entries that are outdated. */
export type EntriesToCompare = {
  serviceId: number;
  entries: readonly OwnedEntry[];
  outdated: readonly OutdatedMatch[];
};

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
  const placeOf = new Map(parsed.map((entry, place) => [entry.entryKey, place]));
  const byParticipant = Map.groupBy(outdated, (match) => match.participantId);
  const places = [...byParticipant].map(
    ([id, matches]) =>
      [id, matches.flatMap(({ entryKey }) => placeOf.get(entryKey) ?? [])] as const,
  );
  return { entries: parsed, index, outdated: new Map(places) };
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
  { serviceId, from }: { serviceId: number; from: number },
): Promise<ParticipantMatches[]> {
  const results: ParticipantMatches[] = [];
  for (const participant of participants) {
    const subject = toScreenedSubject(participant);
    const outdated = prepared.outdated.get(participant.id) ?? [];
    const steps = compareSubject(subject, { ...prepared, outdatedPlaces: new Set(outdated) }, from);
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

function* compareSubject(
  subject: ScreenedSubject,
  { entries, index, outdatedPlaces }: PreparedEntries & { outdatedPlaces: ReadonlySet<number> },
  from: number,
): Generator<void, ScreeningMatch[]> {
  const party = toSubjectParty(subject);
  const places = new Set([...outdatedPlaces, ...(yield* findCandidates(index, party, from))]);
  const matches: ScreeningMatch[] = [];
  for (const place of places) {
    yield;
    const [entry, entryParty] = [entries[place], index.parties[place]];
    const finding =
      entryParty && screenParty(party, entryParty, outdatedPlaces.has(place) ? 0 : from);
    if (entry === undefined || finding === undefined) continue;
    const { score, band, matchedName, items } = finding;
    matches.push({ entry, score, band, matchedName, items });
  }
  return matches.toSorted((a, b) => b.score - a.score);
}
