import type { Participant, ParticipantInFull } from './participant.ts';

/** User responsible for a business (v4 document, section Responsible user). */
export type ResponsibleUser = {
  /** Internal id of the user. */
  id: number;
  givenName: string;
  paternalSurname: string | null;
  maternalSurname: string | null;
  email: string | null;
};

/** Business registered by a provider (v4 document, section Business). */
export type Business = {
  id: number;
  externalId: number;
  code: string;
  name: string | null;
  responsibleUser: ResponsibleUser | null;
  /** True when any participant has matches without a decision. */
  hasPendingMatches: boolean;
  /** True when a document of any participant has no file. */
  hasMissingDocuments: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
};

/**
 * Business with its first participants by id, at most `limit`. `firstPage` is absent unless the same statement read
 * them.
 */
export type BusinessWithPage = Business & {
  firstPage?: { limit: number; participants: (Participant | ParticipantInFull)[] };
};
