import type { MatchReason } from './match.ts';

/** Facts compared when the match was raised, which may contradict the reason for a decision. */
export type MatchEvidence = {
  /** Equal RFC (with or without homoclave), CURP or passport. */
  hasEqualIdentifier: boolean;
  /** RFC or CURP that differs. */
  hasOtherIdentifier: boolean;
  /** The two names have the same words. */
  hasEqualName: boolean;
  /** Both dates of birth are known and agree in the parts that both have. */
  hasEqualBirth: boolean;
  /** Both dates of birth are known to the day and equal. */
  hasEqualBirthday: boolean;
  hasEqualCountry: boolean;
  /** Identifier, date of birth or sex that contradicts the match. */
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

/** True when the evidence contradicts the reason for a decision. */
export function isContradicted(reason: MatchReason, evidence: MatchEvidence): boolean {
  return CONTRADICTIONS[reason](evidence);
}
