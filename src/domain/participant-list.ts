import type { PersonType } from './participant.ts';

/** All that is given must hold; what is absent or null lets everything through. */
export type ParticipantFilter = {
  personType?: PersonType | null | undefined;
  role?: string | null | undefined;
  hasPendingMatches?: boolean | null | undefined;
  hasLegalActFolio?: boolean | null | undefined;
  hasMissingDocuments?: boolean | null | undefined;
};
