import type { ConsentPurpose } from './report.ts';

/**
 * Earliest date of a consent, in the time zone of the process: the day on which the federal law on personal data held
 * by private parties (LFPDPPP) came into force.
 */
export const CONSENT_DAY_MIN = '2010-07-06';

/** Consent of a participant to a use of their data, valid until it is revoked. */
export type Consent = {
  id: number;
  participantId: number;
  purpose: ConsentPurpose;
  /** Version of the consent text, as named by the provider. */
  textVersion: string;
  givenAt: Date;
  /** File that proves the consent; null when none was given. */
  evidenceFileId: number | null;
  /** Id of the user who recorded it. */
  recordedBy: number;
  revokedAt: Date | null;
  revokedBy: number | null;
  createdAt: Date;
};
