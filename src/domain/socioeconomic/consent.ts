import type { ConsentPurpose } from './report.ts';

/**
 * First day that a consent can be of, in the time zone of the process: the federal law on personal data held by private parties (LFPDPPP) came into
 * force on it.
 */
export const CONSENT_DAY_MIN = '2010-07-06';

/** That a participant agreed to a use of their data; it holds until it is revoked. */
export type Consent = {
  id: number;
  participantId: number;
  purpose: ConsentPurpose;
  /** Which version of the text they agreed to: a word of the provider's own. */
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
