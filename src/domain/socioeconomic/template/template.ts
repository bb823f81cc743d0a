import type { DocumentKind, FieldName } from '../../extraction/extracted.ts';
import type { ParticipantField } from '../material.ts';
import type { ValueKind } from '../value.ts';
import type { SectionKey } from './section-keys.ts';

export const REPORT_LANGUAGES = ['es'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

/** The template that a report has where none is named; every service has it. */
export const DEFAULT_TEMPLATE_KEY = 'socioeconomic-default';
/** Keys of questions that may feed a report begin so. */
export const QUESTION_PREFIX = 'socio_';
/** Stands for the number of a row, from 1 on, in the question of a column. */
export const ROW_NUMBER = '{n}';

/** Maximum size of one template as JSON in UTF-8. */
export const TEMPLATE_BYTES_MAX = 256 * 1024;
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

/** An answer is one by its key or its label, whatever its capitals and accents. */
export type Choice = { key: string; label: string };

/** `choices` is empty unless the kind is `choice`. The first feed that gives a value wins. */
export type TemplateField = {
  key: string;
  label: string;
  kind: ValueKind;
  choices: readonly Choice[];
  isRequired: boolean;
  feeds: readonly Feed[];
};

export const ROW_SOURCES = ['questions', 'documents', 'screenings'] as const;
/** `questions`: a row for each number that any of its columns' questions was answered for. */
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
 * Content of a report and its words; a version never changes. It has all fourteen sections in their order. `questionnaires` are those
 * whose answers feed it: of two answers to one question, that of the first questionnaire counts.
 */
export type SocioeconomicTemplate = {
  key: string;
  version: number;
  language: ReportLanguage;
  title: string;
  questionnaires: readonly string[];
  sections: readonly TemplateSection[];
};
