/** The user responsible for a business (v4 part: Responsible user). */
export type ResponsibleUser = {
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
  version: number;
  createdAt: Date;
  updatedAt: Date;
};
