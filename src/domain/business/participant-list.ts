import type { Window } from '../shared/page.ts';
import type { ORDER_DIRECTIONS } from './business-list.ts';
import type { PersonType } from './participant.ts';

export const PARTICIPANT_ORDER_FIELDS = ['created_at', 'updated_at', 'name', 'id'] as const;

/** Order of participants. Equal values are sorted by id in the same direction. */
export type ParticipantOrder = {
  field: (typeof PARTICIPANT_ORDER_FIELDS)[number];
  direction: (typeof ORDER_DIRECTIONS)[number];
};

/** Position of a participant in an order: the sorted text, then its id. */
export type ParticipantPosition = [sortKey: string, id: number];

type Optional<T> = T | null | undefined;

/** Filter of participants; all given conditions apply, absent and null ones match every participant. */
export type ParticipantFilter = {
  personType?: Optional<PersonType>;
  role?: Optional<string>;
  registrationMode?: Optional<string>;
  hasPendingMatches?: Optional<boolean>;
  hasLegalActFolio?: Optional<boolean>;
  hasMissingDocuments?: Optional<boolean>;
  nameContains?: Optional<string>;
  databaseIdIn?: Optional<number[]>;
  externalPersonIdIn?: Optional<number[]>;
  createdSince?: Optional<Date>;
  createdBefore?: Optional<Date>;
  updatedSince?: Optional<Date>;
  updatedBefore?: Optional<Date>;
  and?: Optional<ParticipantFilter[]>;
  or?: Optional<ParticipantFilter[]>;
};

/** True when an unfiltered list of participants is requested from its start: with `first` and without a cursor. */
export function isFirstPage(list: { filter: ParticipantFilter; window: Window<number> }): boolean {
  const { first, last, after, before } = list.window;
  const isUnfiltered = Object.values(list.filter).every(
    (condition) => condition === null || condition === undefined,
  );
  return isUnfiltered && first !== null && last === null && after === null && before === null;
}
