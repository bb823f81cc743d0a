import type { OwnedEntry } from '../../db/queries/lists/entries.ts';
import type { ScreenableParticipant } from '../../db/queries/screening/screenable.ts';
import {
  addToIndex,
  createEntryIndex,
  type EntryIndex,
  findAlike,
} from '../../domain/screening/entry-index.ts';
import { subjectOfParticipant } from '../../domain/screening/participant-subject.ts';
import { prepareNames } from '../../domain/screening/prepare-name.ts';
import type { FoundMatch } from '../../domain/screening/raise-match.ts';
import { screenParty } from '../../domain/screening/screen-party.ts';
import {
  nameTypeOf,
  partyOfEntry,
  partyOfSubject,
} from '../../domain/screening/screened-parties.ts';
import type {
  MatchedEntry,
  ScreenedSubject,
  ScreeningMatch,
} from '../../domain/screening/screening.ts';
import { inTurns } from '../../pacing/in-turns.ts';

/** Entries that participants are compared with. */
export type LookedFor = { entries: readonly MatchedEntry[]; index: EntryIndex };

/** Whom nobody is: an entry is prepared without knowing who is compared with it. */
const NOBODY: ScreenedSubject = {
  partyType: 'unknown',
  name: null,
  rfc: null,
  curp: null,
  passport: null,
  birthDate: null,
  country: null,
};

export async function lookFor(
  serviceId: number,
  entries: readonly OwnedEntry[],
): Promise<LookedFor> {
  const index = createEntryIndex();
  const told = await inTurns(serviceId, entries, ({ serviceId: _owner, ...entry }) => {
    const partyType = nameTypeOf(entry.partyType);
    const names = entry.names.flatMap(({ name }) => prepareNames(name, partyType));
    addToIndex(index, partyOfEntry(entry, { subject: NOBODY, names }));
    return entry;
  });
  return { entries: told, index };
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
  const found = await inTurns(serviceId, participants, (participant): FoundOf => {
    const subject = subjectOfParticipant(participant);
    const matches = compareOne(subject, lookedFor, from);
    return { participant, subject, matches: matches.map((match) => toFound(participant, match)) };
  });
  return found.filter((one) => one.matches.length > 0);
}

export function toFound(
  { id, businessId, personId }: ScreenableParticipant,
  match: ScreeningMatch,
): FoundMatch {
  return { participantId: id, businessId, personId, match };
}

function compareOne(
  subject: ScreenedSubject,
  { entries, index }: LookedFor,
  from: number,
): ScreeningMatch[] {
  const party = partyOfSubject(subject);
  const matches = findAlike(index, party).flatMap((place): ScreeningMatch[] => {
    const [entry, other] = [entries[place], index.parties[place]];
    const finding = other && screenParty(party, other, from);
    if (entry === undefined || finding === undefined) return [];
    const { score, band, matchedName, items } = finding;
    return [{ entry, score, band, matchedName, items }];
  });
  return matches.toSorted((a, b) => b.score - a.score);
}
