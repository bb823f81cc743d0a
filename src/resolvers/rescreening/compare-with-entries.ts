import type { OwnedEntry } from '../../db/queries/lists/entries.ts';
import type { OutdatedMatch } from '../../db/queries/screening/raised-matches.ts';
import type { ScreenableParticipant } from '../../db/queries/screening/screenable.ts';
import { subjectOfParticipant } from '../../domain/screening/participant-subject.ts';
import {
  addToIndex,
  createEntryIndex,
  type EntryIndex,
  findAlike,
} from '../../domain/screening/parties/entry-index.ts';
import { screenParty } from '../../domain/screening/parties/screen-party.ts';
import type { FoundMatch } from '../../domain/screening/raise-match.ts';
import {
  namesOfEntry,
  partyOfEntry,
  partyOfSubject,
} from '../../domain/screening/screened-parties.ts';
import type {
  MatchedEntry,
  ScreenedSubject,
  ScreeningMatch,
} from '../../domain/screening/screening.ts';
import { mapInSlices, runStepsInSlices } from '../../scheduling/map-in-slices.ts';

/** Entries that participants are compared with. */
export type LookedFor = {
  entries: readonly MatchedEntry[];
  index: EntryIndex;
  /** Indexes of entries that participants match already, and whose facts changed. */
  outdated: ReadonlyMap<number, readonly number[]>;
};

/** Entries to compare the participants of a service with, and existing matches of these entries that are outdated. */
export type Sought = {
  serviceId: number;
  entries: readonly OwnedEntry[];
  outdated: readonly OutdatedMatch[];
};

export async function lookFor({ serviceId, entries, outdated }: Sought): Promise<LookedFor> {
  const index = createEntryIndex();
  const told = await mapInSlices(serviceId, entries, ({ serviceId: _owner, ...entry }) => {
    // An entry is prepared without knowing who is compared with it.
    addToIndex(index, partyOfEntry(entry, { passport: null, ...namesOfEntry(entry) }));
    return entry;
  });
  const placeOf = new Map(told.map((entry, place) => [entry.entryKey, place]));
  const byParticipant = Map.groupBy(outdated, (one) => one.participantId);
  const places = [...byParticipant].map(
    ([id, matches]) =>
      [id, matches.flatMap(({ entryKey }) => placeOf.get(entryKey) ?? [])] as const,
  );
  return { entries: told, index, outdated: new Map(places) };
}

/** A participant of whom something was found. */
export type FoundOf = {
  participant: ScreenableParticipant;
  subject: ScreenedSubject;
  matches: FoundMatch[];
};

/** Those of the participants who may be one of the entries, each with what was found, the strongest first. */
export async function compareWithEntries(
  participants: readonly ScreenableParticipant[],
  lookedFor: LookedFor,
  { serviceId, from }: { serviceId: number; from: number },
): Promise<FoundOf[]> {
  const found: FoundOf[] = [];
  for (const participant of participants) {
    const subject = subjectOfParticipant(participant);
    const outdated = lookedFor.outdated.get(participant.id) ?? [];
    const comparing = compareOne(subject, { ...lookedFor, known: new Set(outdated) }, from);
    const matches = await runStepsInSlices(serviceId, comparing);
    if (matches.length === 0) continue;
    found.push({ participant, subject, matches: matches.map((one) => toFound(participant, one)) });
  }
  return found;
}

export function toFound(
  { id, businessId, personId }: ScreenableParticipant,
  match: ScreeningMatch,
): FoundMatch {
  return { participantId: id, businessId, personId, match };
}

function* compareOne(
  subject: ScreenedSubject,
  { entries, index, known }: LookedFor & { known: ReadonlySet<number> },
  from: number,
): Generator<void, ScreeningMatch[]> {
  const party = partyOfSubject(subject);
  const places = new Set([...known, ...(yield* findAlike(index, party, from))]);
  const matches: ScreeningMatch[] = [];
  for (const place of places) {
    yield;
    const [entry, other] = [entries[place], index.parties[place]];
    const finding = other && screenParty(party, other, known.has(place) ? 0 : from);
    if (entry === undefined || finding === undefined) continue;
    const { score, band, matchedName, items } = finding;
    matches.push({ entry, score, band, matchedName, items });
  }
  return matches.toSorted((a, b) => b.score - a.score);
}
