import type { MatchReason } from './match.ts';

/** Facts of a match, as compared when it was raised, that can contradict the reason for a decision. */
export type MatchEvidence = {
  /** Equal RFC, also without homoclave, CURP or passport. */
  hasEqualIdentifier: boolean;
  /** RFC or CURP that differs. */
  hasOtherIdentifier: boolean;
  /** The two names have the same words. */
  hasEqualName: boolean;
  /** The births may be the same, as far as both are known. */
  hasEqualBirth: boolean;
  /** Both births are known to the day, and equal. */
  hasEqualBirthday: boolean;
  hasEqualCountry: boolean;
  /** Identifier, birth or sex that contradicts the match. */
  hasContradiction: boolean;
};

const CONTRADICTIONS: Record<MatchReason, (evidence: MatchEvidence) => boolean> = {
  different_birth_date: ({ hasEqualBirth }) => hasEqualBirth,
  different_identifier: ({ hasEqualIdentifier, hasOtherIdentifier }) =>
    hasEqualIdentifier && !hasOtherIdentifier,
  different_name: ({ hasEqualName }) => hasEqualName,
  different_country: ({ hasEqualCountry }) => hasEqualCountry,
  homonym: ({ hasEqualIdentifier, hasEqualBirthday }) => hasEqualIdentifier || hasEqualBirthday,
  same_person: ({ hasContradiction }) => hasContradiction,
  other: () => false,
};

/** True when what was compared of a match contradicts the reason for a decision on it. */
export function isContradicted(reason: MatchReason, evidence: MatchEvidence): boolean {
  return CONTRADICTIONS[reason](evidence);
}
