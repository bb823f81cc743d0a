import type { DocumentKind, FieldName } from '../../extraction/extracted.ts';
import type { ParticipantField } from '../material.ts';
import type { ValueKind } from '../value.ts';
import type { SectionKey } from './section-keys.ts';

export const REPORT_LANGUAGES = ['es'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

/** Key of the template of reports that name no other; every service has it. */
export const DEFAULT_TEMPLATE_KEY = 'socioeconomic-default';
/** Prefix of the keys of questions that may feed a report. */
export const QUESTION_PREFIX = 'socio_';
/** Placeholder for the number of a row, from 1, in the question of a column. */
export const ROW_NUMBER = '{n}';

/** Maximum size of one template as JSON in UTF-8. */
export const TEMPLATE_BYTES_MAX = 256 * 1024;
/** Maximum numbers of fields and groups per section, columns per group, and so on. ROWS_MAX also limits typed rows. */
export const FIELDS_MAX = 60;
export const GROUPS_MAX = 8;
export const COLUMNS_MAX = 8;
export const CHOICES_MAX = 40;
export const FEEDS_MAX = 8;
export const ROWS_MAX = 40;
export const QUESTIONNAIRES_MAX = 10;
/** Maximum number of values of a template: fields, and columns times rows of groups. */
export const VALUES_MAX = 1500;

export const DOCUMENT_PARTS = ['kind', 'readOn', 'needsReview'] as const;
export type DocumentPart = (typeof DOCUMENT_PARTS)[number];
export const SCREENING_PARTS = ['screenedOn', 'asOf', 'lists', 'outcome', 'matchesCount'] as const;
export type ScreeningPart = (typeof SCREENING_PARTS)[number];

/** Source of the value of a field. An extraction is limited to documents of these kinds, if any are given. */
export type Feed =
  | { kind: 'question'; question: string }
  | { kind: 'participant'; field: ParticipantField }
  | { kind: 'extraction'; field: FieldName; documents: readonly DocumentKind[] }
  | { kind: 'document'; part: DocumentPart }
  | { kind: 'screening'; part: ScreeningPart };

/** Choice of a field. Answers match its key or its label, regardless of case and accents. */
export type Choice = { key: string; label: string };

/** `choices` is empty unless the kind is `choice`. The first feed with a value takes precedence. */
export type TemplateField = {
  key: string;
  label: string;
  kind: ValueKind;
  choices: readonly Choice[];
  isRequired: boolean;
  feeds: readonly Feed[];
};

export const ROW_SOURCES = ['questions', 'documents', 'screenings'] as const;
/** Source of the rows of a group. `questions`: one row for each number with an answer to the question of any column. */
export type RowSource = (typeof ROW_SOURCES)[number];

/** Group of rows with the same columns, for example members of a family. */
export type TemplateGroup = {
  key: string;
  label: string;
  rowsFrom: RowSource;
  /** Number of rows with questions. Typed rows may be up to ROWS_MAX. */
  rowsAsked: number;
  isRequired: boolean;
  columns: readonly TemplateField[];
};

export type TemplateSection = {
  key: SectionKey;
  title: string;
  fields: readonly TemplateField[];
  groups: readonly TemplateGroup[];
};

/**
 * Template of a report with all fourteen sections in their order. A version never changes. `questionnaires` are the
 * keys of those whose answers feed it; of two answers to one question, that of the first questionnaire takes
 * precedence.
 */
export type SocioeconomicTemplate = {
  key: string;
  version: number;
  language: ReportLanguage;
  title: string;
  questionnaires: readonly string[];
  sections: readonly TemplateSection[];
};
