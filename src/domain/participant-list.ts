import type { Window } from './page.ts';
import type { PersonType } from './participant.ts';

/** All that is given must hold; what is absent or null lets everything through. */
export type ParticipantFilter = {
  personType?: PersonType | null | undefined;
  role?: string | null | undefined;
  hasPendingMatches?: boolean | null | undefined;
  hasLegalActFolio?: boolean | null | undefined;
  hasMissingDocuments?: boolean | null | undefined;
};

/** Whether this part of a list of participants is its beginning, unfiltered. */
export function isFirstPage(list: { filter: ParticipantFilter; window: Window<number> }): boolean {
  const { first, last, after, before } = list.window;
  const isWhole = Object.values(list.filter).every((one) => one === null || one === undefined);
  return isWhole && first !== null && last === null && after === null && before === null;
}
