import type { ConsentPurpose } from './report.ts';

/**
 * First day that a consent can be of, in the time zone of the process: the federal law on personal data held by private parties (LFPDPPP) came into
 * force on it.
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
  /** The file that shows it; null where none was named. */
  evidenceFileId: number | null;
  /** Users of the service. */
  recordedBy: number;
  revokedAt: Date | null;
  revokedBy: number | null;
  createdAt: Date;
};
