import type { FieldName } from '../../extraction/extracted.ts';
import type { Question } from '../../questionnaire/questionnaire.ts';
import type { ParticipantField } from '../material.ts';
import type { SectionKey } from '../template/section-keys.ts';
import {
  type Choice,
  type Feed,
  QUESTION_PREFIX,
  ROW_NUMBER,
  type RowSource,
  type TemplateField,
  type TemplateGroup,
  type TemplateSection,
} from '../template/template.ts';
import type { ValueKind } from '../value.ts';

/**
 * Short form of a field and its question: an optional text by default. Stored data of the participant takes precedence
 * over a document, and a document over the answer.
 */
export type FieldShorthand = {
  key: string;
  label: string;
  kind?: ValueKind;
  choices?: Readonly<Record<string, string>>;
  isRequired?: true;
  /** Text of the question. */
  ask?: string;
  /** Stored field of the participant. */
  stored?: ParticipantField;
  /** Field of extracted documents. */
  read?: FieldName;
  /** Source of rows that are not answers. */
  feed?: Feed;
};
/** Group with questions for `rows` rows. `{n}` in their texts is the number of the row. */
export type GroupShorthand = {
  key: string;
  label: string;
  rowsFrom?: RowSource;
  rows?: number;
  isRequired?: true;
  columns: readonly FieldShorthand[];
};
export type SectionShorthand = {
  key: SectionKey;
  title: string;
  fields?: readonly FieldShorthand[];
  groups?: readonly GroupShorthand[];
};

/** Returns the section of a template that the short form stands for. */
export function expandSection({
  key,
  title,
  fields = [],
  groups = [],
}: SectionShorthand): TemplateSection {
  return {
    key,
    title,
    fields: fields.map((field) => expandField(field, `${QUESTION_PREFIX}${key}_`)),
    groups: groups.map((group) => expandGroup(group, key)),
  };
}

function expandGroup(
  { key, label, rowsFrom = 'questions', rows = 0, isRequired, columns }: GroupShorthand,
  section: SectionKey,
): TemplateGroup {
  const keyPrefix = `${QUESTION_PREFIX}${section}_${key}_${ROW_NUMBER}_`;
  return {
    key,
    label,
    rowsFrom,
    rowsAsked: rows,
    isRequired: isRequired ?? false,
    columns: columns.map((column) => expandField(column, keyPrefix)),
  };
}

function expandField(shorthand: FieldShorthand, keyPrefix: string): TemplateField {
  const { key, label, kind = 'text', choices = {}, isRequired = false } = shorthand;
  const { ask, stored, read, feed } = shorthand;
  const feeds: Feed[] = [];
  if (stored !== undefined) feeds.push({ kind: 'participant', field: stored });
  if (read !== undefined) feeds.push({ kind: 'extraction', field: read, documents: [] });
  if (ask !== undefined) feeds.push({ kind: 'question', question: `${keyPrefix}${key}` });
  if (feed !== undefined) feeds.push(feed);
  return { key, label, kind, choices: toChoices(choices), isRequired, feeds };
}

function toChoices(choices: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(choices).map(([key, label]) => ({ key, label }));
}

/** Returns the questions that feed the section, in its order; those of a group row by row. */
export function listQuestions({ key, fields = [], groups = [] }: SectionShorthand): Question[] {
  return [
    ...fields.flatMap(({ key: field, ask }) =>
      ask === undefined ? [] : [{ key: `${QUESTION_PREFIX}${key}_${field}`, text: ask }],
    ),
    ...groups.flatMap((group) => listRowQuestions(group, key)),
  ];
}

function listRowQuestions(
  { key, rows = 0, columns }: GroupShorthand,
  section: SectionKey,
): Question[] {
  return Array.from({ length: rows }, (_, index) => String(index + 1)).flatMap((number) =>
    columns.flatMap(({ key: column, ask }) => {
      if (ask === undefined) return [];
      const question = `${QUESTION_PREFIX}${section}_${key}_${number}_${column}`;
      return [{ key: question, text: ask.replace(ROW_NUMBER, number) }];
    }),
  );
}
