import type { FieldName } from '../extraction/extracted.ts';
import type { ParticipantField } from './material.ts';

export const VALUE_KINDS = ['text', 'money', 'count', 'date', 'yes_no', 'choice'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/** Maximum amount in centavos of a Mexican peso: ten billion pesos, more than any household has per month. */
export const MONEY_MAX = 1_000_000_000_000;
/** Maximum count, more than any number of people, rooms or years. */
export const COUNT_MAX = 10_000;
/** Maximum length of a text, in UTF-16 code units. */
export const TEXT_LENGTH_MAX = 2000;

/**
 * Value of a field. Money is whole centavos from 0 to MONEY_MAX, a count a whole number from 0 to COUNT_MAX, a date
 * `YYYY-MM-DD`, a choice the key of one of the template's choices. Texts are not empty.
 */
export type ReportValue =
  | { kind: 'text'; value: string }
  | { kind: 'money'; value: number }
  | { kind: 'count'; value: number }
  | { kind: 'date'; value: string }
  | { kind: 'yes_no'; value: boolean }
  | { kind: 'choice'; value: string };

export const SOURCE_KINDS = ['answer', 'participant', 'extraction', 'screening', 'typed'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Source of a value. `at` is an ISO 8601 time; `userId` of a typed value is the user who typed it. */
export type ValueSource =
  | { kind: 'answer'; userId: number; questionnaire: string; question: string }
  | { kind: 'participant'; field: ParticipantField }
  /** `field` is null when the source is the document itself. */
  | { kind: 'extraction'; extractionId: number; field: FieldName | null }
  | { kind: 'screening'; screeningId: number }
  | { kind: 'typed'; userId: number | null; at: string };
