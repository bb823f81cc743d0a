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
export type ParticipantPlace = [sortKey: string, id: number];

type Given<T> = T | null | undefined;

/** All that is given must hold; what is absent or null lets everything through. */
export type ParticipantFilter = {
  personType?: Given<PersonType>;
  role?: Given<string>;
  registrationMode?: Given<string>;
  hasPendingMatches?: Given<boolean>;
  hasLegalActFolio?: Given<boolean>;
  hasMissingDocuments?: Given<boolean>;
  nameContains?: Given<string>;
  databaseIdIn?: Given<number[]>;
  externalPersonIdIn?: Given<number[]>;
  createdSince?: Given<Date>;
  createdBefore?: Given<Date>;
  updatedSince?: Given<Date>;
  updatedBefore?: Given<Date>;
  and?: Given<ParticipantFilter[]>;
  or?: Given<ParticipantFilter[]>;
};

/** True for the first page of an unfiltered list of participants. */
export function isFirstPage(list: { filter: ParticipantFilter; window: Window<number> }): boolean {
  const { first, last, after, before } = list.window;
  const isWhole = Object.values(list.filter).every((one) => one === null || one === undefined);
  return isWhole && first !== null && last === null && after === null && before === null;
}
