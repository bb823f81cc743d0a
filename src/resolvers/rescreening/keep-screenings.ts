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
import type { Screened } from '../screening/screen-subjects.ts';
import type { FoundOf } from './compare-with-entries.ts';

/** Common data of automatic screenings. */
export type KeptFor = {
  serviceId: number;
  trigger: ScreeningTrigger;
  threshold: number;
  asOf: string;
};

/** Keeps what a changed list brought, of those of whom something is raised; answers their screenings' ids. */
export async function keepOfList(
  db: Db,
  by: KeptFor & { lists: readonly ListSummary[] },
  { found, raised }: { found: readonly FoundOf[]; raised: readonly FoundMatch[] },
): Promise<ReadonlyMap<number, number>> {
  const ids = new Set(raised.map((one) => one.participantId));
  const kept = found.filter(({ participant }) => ids.has(participant.id));
  const screenings = kept.map(({ participant, subject, matches }) =>
    toScreening(by, {
      participant,
      subject,
      matches: matches.map((one) => one.match),
      matchesCount: matches.length,
      lists: by.lists.map((list) => ({ ...list, comparison: comparisonOf(subject) })),
    }),
  );
  return await keep(db, by, screenings);
}

/** Something was found of the subject, so that there is something in the list to compare it with. */
function comparisonOf(subject: ScreenedSubject): ListComparison {
  return compareWithList(prepareSubject(subject).comparable, new Set(COMPARED_KINDS));
}

export type KeptOfQueue = {
  participants: readonly ScreenableParticipant[];
  subjects: readonly ScreenedSubject[];
  screened: Screened;
  /** True when a participant is unchanged since the comparison. */
  isSame: (participant: ScreenableParticipant) => boolean;
};

/**
 * Stores the screenings of new and changed participants, with or without matches. Returns the ids of the screenings.
 */
export async function keepOfQueue(
  db: Db,
  by: KeptFor,
  { participants, subjects, screened, isSame }: KeptOfQueue,
): Promise<ReadonlyMap<number, number>> {
  const screenings = participants.flatMap((participant, at) => {
    const [subject, matches = []] = [subjects[at], screened.matchesOf[at]];
    if (subject === undefined || !isSame(participant)) return [];
    const matchesCount = screened.countOf[at] ?? matches.length;
    const lists = screened.listsOf[at] ?? [];
    return [toScreening(by, { participant, subject, matches, matchesCount, lists })];
  });
  return await keep(db, by, screenings);
}

type Looked = {
  participant: ScreenableParticipant;
  subject: ScreenedSubject;
  matches: ScreeningMatch[];
  matchesCount: number;
  lists: ScreenedList[];
};

function toScreening(
  { trigger, threshold, asOf }: KeptFor,
  { participant, subject, matches, matchesCount, lists }: Looked,
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

async function keep(
  db: Db,
  { serviceId }: KeptFor,
  screenings: readonly NewScreening[],
): Promise<ReadonlyMap<number, number>> {
  if (screenings.length === 0) return new Map();
  const by = { serviceId, userId: null, apiKeyId: null };
  const kept = await insertScreenings(db, by, screenings);
  return new Map(
    kept.flatMap((one) => (one.participantId === null ? [] : [[one.participantId, one.id]])),
  );
}
