import type { ReportPictures } from './material.ts';
import type { SectionKey } from './template/section-keys.ts';
import type { ReportValue, ValueSource } from './value.ts';

/** Of a report's content as JSON in UTF-8, which is stored sealed. */
export const CONTENT_BYTES_MAX = 256 * 1024;

/** A field's value, and the sources that say something else of it. */
export type FieldContent = {
  key: string;
  value: ReportValue;
  source: ValueSource;
  contradictedBy: ValueSource[];
};

export type ReportRow = { values: FieldContent[] };
export type GroupContent = { key: string; rows: ReportRow[] };

export const UNREAD_REASONS = [
  /** It may mean two things, as 25.000 does. */
  'ambiguous',
  'not_a_number',
  'negative',
  'too_large',
  'too_long',
  'not_a_date',
  'not_a_choice',
  /** Two answers to one question say different things. */
  'conflicting',
] as const;
export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** Where something was said that cannot be taken for a value. Group and row, from 0, are null outside of groups. */
export type UnreadValue = {
  group: string | null;
  row: number | null;
  key: string;
  reason: UnreadReason;
  source: ValueSource;
};

/** Only what is known stands in it, in the order of the template. */
export type SectionContent = {
  key: SectionKey;
  fields: FieldContent[];
  groups: GroupContent[];
  unread: UnreadValue[];
};

/** What a report says, as it is stored; all fourteen sections are there, in their order. */
export type ReportContent = {
  template: { key: string; version: number };
  pictures: ReportPictures;
  sections: SectionContent[];
};

/** What somebody types: null takes a field's value away, a group's rows take the place of all that were there. */
export type TypedSection = {
  fields: readonly { key: string; value: ReportValue | null }[];
  groups: readonly { key: string; rows: readonly TypedRow[] }[];
};
export type TypedRow = readonly { key: string; value: ReportValue }[];

/** Who typed it, and when (ISO 8601). */
export type Typist = { userId: number | null; at: string };

/** `path` begins within the section: `fields`, place, member. The codes are those of input issues. */
export type SectionFault = {
  path: string[];
  code: 'not_found' | 'duplicate' | 'wrong_type' | 'not_allowed' | 'too_large' | 'too_many';
  message: string;
};
export type MergedSection =
  | { kind: 'merged'; content: ReportContent }
  | { kind: 'refused'; faults: SectionFault[] };
