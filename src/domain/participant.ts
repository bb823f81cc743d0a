export const PERSON_TYPES = ['natural', 'legal'] as const;
export type PersonType = (typeof PERSON_TYPES)[number];

/** A person or company taking part in a business (v4 part: Participant), as captured for that business. */
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

/** An empty or blank folio is no folio (decision 22). */
export function normalizeFolio(folio: string | null | undefined): string | null {
  return folio === null || folio === undefined || folio.trim() === '' ? null : folio;
}
