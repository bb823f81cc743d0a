import type { Participant, ParticipantInFull } from './participant.ts';

/** The user responsible for a business (v4 part: Responsible user). */
export type ResponsibleUser = {
  /** The user's internal id. */
  id: number;
  givenName: string;
  paternalSurname: string | null;
  maternalSurname: string | null;
  email: string | null;
};

/** A business registered by a provider (v4 part: Business). */
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

/** A business, with its first participants by id where they were read in the same statement: at most `limit`. */
export type BusinessWithPage = Business & {
  firstPage?: { limit: number; participants: (Participant | ParticipantInFull)[] };
};
