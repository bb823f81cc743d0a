import type { Db } from '../../db/client.ts';
import type { ScreenableParticipant } from '../../db/queries/screening/screenable.ts';
import { insertScreenings } from '../../db/queries/screening/screenings.ts';
import type { ListSummary } from '../../domain/lists/list-summary.ts';
import {
  COMPARED_KINDS,
  compareWithList,
  type ListComparison,
} from '../../domain/screening/comparable.ts';
import type { FoundMatch } from '../../domain/screening/raise-match.ts';
import { prepareSubject } from '../../domain/screening/screened-parties.ts';
import {
  decideOutcome,
  type NewScreening,
  type ScreenedList,
  type ScreenedSubject,
  type ScreeningMatch,
  type ScreeningTrigger,
} from '../../domain/screening/screening.ts';
import type { ScreenedSubjects } from '../screening/screen-subjects.ts';
import type { ParticipantMatches } from './compare-with-entries.ts';

/** Common data of automatic screenings. */
export type ScreeningOrigin = {
  serviceId: number;
  trigger: ScreeningTrigger;
  threshold: number;
  asOf: string;
};

/**
 * Stores the screenings of participants with raised matches after a change of a list. Returns the screening ids by
 * participant.
 */
export async function storeListScreenings(
  db: Db,
  origin: ScreeningOrigin & { lists: readonly ListSummary[] },
  { results, raised }: { results: readonly ParticipantMatches[]; raised: readonly FoundMatch[] },
): Promise<ReadonlyMap<number, number>> {
  const ids = new Set(raised.map((match) => match.participantId));
  const stored = results.filter(({ participant }) => ids.has(participant.id));
  const screenings = stored.map(({ participant, subject, matches }) =>
    toScreening(origin, {
      participant,
      subject,
      matches: matches.map((match) => match.match),
      matchesCount: matches.length,
      lists: origin.lists.map((list) => ({ ...list, comparison: compareWithAllKinds(subject) })),
    }),
  );
  return await storeScreenings(db, origin, screenings);
}

/** Returns the comparison of a subject with a list that has data for every kind of identifier. */
function compareWithAllKinds(subject: ScreenedSubject): ListComparison {
  return compareWithList(prepareSubject(subject).comparable, new Set(COMPARED_KINDS));
}

export type QueueScreenings = {
  participants: readonly ScreenableParticipant[];
  subjects: readonly ScreenedSubject[];
  screened: ScreenedSubjects;
  /** True when a participant is unchanged since the comparison. */
  isUnchanged: (participant: ScreenableParticipant) => boolean;
};

/**
 * Stores the screenings of new and changed participants, with or without matches. Returns the ids of the screenings.
 */
export async function storeQueueScreenings(
  db: Db,
  origin: ScreeningOrigin,
  { participants, subjects, screened, isUnchanged }: QueueScreenings,
): Promise<ReadonlyMap<number, number>> {
  const screenings = participants.flatMap((participant, index) => {
    const [subject, matches = []] = [subjects[index], screened.matchesBySubject[index]];
    if (subject === undefined || !isUnchanged(participant)) return [];
    const matchesCount = screened.countsBySubject[index] ?? matches.length;
    const lists = screened.listsBySubject[index] ?? [];
    return [toScreening(origin, { participant, subject, matches, matchesCount, lists })];
  });
  return await storeScreenings(db, origin, screenings);
}

type ScreenedParticipant = {
  participant: ScreenableParticipant;
  subject: ScreenedSubject;
  matches: ScreeningMatch[];
  matchesCount: number;
  lists: ScreenedList[];
};

function toScreening(
  { trigger, threshold, asOf }: ScreeningOrigin,
  { participant, subject, matches, matchesCount, lists }: ScreenedParticipant,
): NewScreening {
  const outcome = decideOutcome({ matches, lists, threshold });
  return {
    participantId: participant.id,
    trigger,
    subject,
    lists,
    asOf,
    threshold,
    outcome,
    matches,
    matchesCount,
  };
}

async function storeScreenings(
  db: Db,
  { serviceId }: ScreeningOrigin,
  screenings: readonly NewScreening[],
): Promise<ReadonlyMap<number, number>> {
  if (screenings.length === 0) return new Map();
  const actor = { serviceId, userId: null, apiKeyId: null };
  const stored = await insertScreenings(db, actor, screenings);
  return new Map(
    stored.flatMap((screening) =>
      screening.participantId === null ? [] : [[screening.participantId, screening.id]],
    ),
  );
}
