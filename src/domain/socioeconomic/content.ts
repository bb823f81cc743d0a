import type { ReportPictures } from './material.ts';
import type { SectionKey } from './template/section-keys.ts';
import type { ReportValue, ValueSource } from './value.ts';

/** Maximum size of a report's content as JSON in UTF-8, which is encrypted and stored as one value. */
export const CONTENT_BYTES_MAX = 256 * 1024;

/** Value of a field, and sources with a different value. */
export type FieldContent = {
  key: string;
  value: ReportValue;
  source: ValueSource;
  contradictedBy: ValueSource[];
};

export type ReportRow = { values: FieldContent[] };
export type GroupContent = { key: string; rows: ReportRow[] };

export const UNREAD_REASONS = [
  /** The text has two meanings, for example 25.000. */
  'ambiguous',
  'not_a_number',
  'negative',
  'too_large',
  'too_long',
  'not_a_date',
  'not_a_choice',
  /** Users answered the question differently. */
  'conflicting',
] as const;
export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** Source text that cannot be used as a value. Group and row, from 0, are null outside of groups. */
export type UnreadValue = {
  group: string | null;
  row: number | null;
  key: string;
  reason: UnreadReason;
  source: ValueSource;
};

/** Known values of a section, in the order of the template. Fields and groups without a value are absent. */
export type SectionContent = {
  key: SectionKey;
  fields: FieldContent[];
  groups: GroupContent[];
  unread: UnreadValue[];
};

/** Stored content of a report, with all fourteen sections in their order. */
export type ReportContent = {
  template: { key: string; version: number };
  pictures: ReportPictures;
  sections: SectionContent[];
};

/** Typed changes of a section: null removes the value of a field, the rows of a group replace all stored rows. */
export type TypedSection = {
  fields: readonly { key: string; value: ReportValue | null }[];
  groups: readonly { key: string; rows: readonly TypedRow[] }[];
};
export type TypedRow = readonly { key: string; value: ReportValue }[];

/** User who typed a value, and the time (ISO 8601). */
export type Typist = { userId: number | null; at: string };

/**
 * Violation of the template by typed values. `path` is relative to the section, for example `fields`, index, member.
 * The codes are those of input issues.
 */
export type SectionFault = {
  path: string[];
  code: 'not_found' | 'duplicate' | 'wrong_type' | 'not_allowed' | 'too_large' | 'too_many';
  message: string;
};
export type MergedSection =
  | { kind: 'merged'; content: ReportContent }
  | { kind: 'refused'; faults: SectionFault[] };
