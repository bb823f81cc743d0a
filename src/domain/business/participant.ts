import type { RequestedDocument } from '../files/document.ts';
import { isBlank } from './merge-text.ts';

export const PERSON_TYPES = ['natural', 'legal'] as const;
export type PersonType = (typeof PERSON_TYPES)[number];

/** Default registration mode. */
export const DEFAULT_REGISTRATION_MODE = 'API';

/** A person or company taking part in a business (v4 document, section Participant), as captured for that business. */
export type Participant = {
  id: number;
  businessId: number;
  externalPersonId: number;
  personType: PersonType;
  name: string;
  paternalSurname: string | null;
  maternalSurname: string | null;
  email: string | null;
  phoneCountryCode: string | null;
  phoneNumber: string | null;
  registrationMode: string;
  hasPendingMatches: boolean;
  roles: string[];
  legalActFolio: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** A participant with its documents in the order they were given. */
export type ParticipantInFull = Participant & { documents: RequestedDocument[] };

/** The first participants of a business, by id: at most `limit`, or all where it is null. */
export type FirstPage = { businessId: number; limit: number | null };

/** Returns the folio, or null when it is absent or blank. */
export function normalizeFolio(folio: string | null | undefined): string | null {
  return isBlank(folio) ? null : (folio ?? null);
}
