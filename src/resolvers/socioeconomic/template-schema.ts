import { z } from 'zod';
import { DOCUMENT_KINDS, FIELD_NAMES } from '../../domain/extraction/extracted.ts';
import { PARTICIPANT_FIELDS } from '../../domain/socioeconomic/material.ts';
import { SECTION_KEYS } from '../../domain/socioeconomic/template/section-keys.ts';
import {
  CHOICES_MAX,
  COLUMNS_MAX,
  DOCUMENT_PARTS,
  FEEDS_MAX,
  FIELDS_MAX,
  GROUPS_MAX,
  QUESTIONNAIRES_MAX,
  REPORT_LANGUAGES,
  ROW_SOURCES,
  ROWS_MAX,
  SCREENING_PARTS,
  type SocioeconomicTemplate,
} from '../../domain/socioeconomic/template/template.ts';
import { VALUE_KINDS } from '../../domain/socioeconomic/value.ts';
import { issueOptions } from '../../validation/input-issues.ts';
import { distinct, key, nonBlankLine, WHEN_ARRAY } from '../common/common-inputs.ts';

const LABEL_LENGTH_MAX = 200;
const VERSION_MAX = 1_000_000;
const label = () => nonBlankLine(LABEL_LENGTH_MAX);

/** Key of a template. It is used in URLs. */
const templateKeySchema = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, {
  message: 'Must be lower-case letters, digits and hyphens, at most 64, starting with a letter',
});

/** Keys of fields, groups and choices. */
const memberKey = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, {
  message: 'Must be lower-case letters, digits and underscores, at most 64, starting with a letter',
});

const feedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('question'), question: key() }),
  z.strictObject({ kind: z.literal('participant'), field: z.enum(PARTICIPANT_FIELDS) }),
  z.strictObject({
    kind: z.literal('extraction'),
    field: z.enum(FIELD_NAMES),
    documents: z.array(z.enum(DOCUMENT_KINDS)).max(DOCUMENT_KINDS.length).default([]),
  }),
  z.strictObject({ kind: z.literal('document'), part: z.enum(DOCUMENT_PARTS) }),
  z.strictObject({ kind: z.literal('screening'), part: z.enum(SCREENING_PARTS) }),
]);

const fieldSchema = z.strictObject({
  key: memberKey,
  label: label(),
  kind: z.enum(VALUE_KINDS),
  choices: z
    .array(z.strictObject({ key: memberKey, label: label() }))
    .max(CHOICES_MAX)
    .default([]),
  isRequired: z.boolean().default(false),
  feeds: z.array(feedSchema).max(FEEDS_MAX).default([]),
});

const groupSchema = z.strictObject({
  key: memberKey,
  label: label(),
  rowsFrom: z.enum(ROW_SOURCES).default('questions'),
  rowsAsked: z.number().int().min(0).max(ROWS_MAX).default(0),
  isRequired: z.boolean().default(false),
  columns: z.array(fieldSchema).min(1).max(COLUMNS_MAX),
});

const sectionSchema = z.strictObject({
  key: z.enum(SECTION_KEYS),
  title: label(),
  fields: z.array(fieldSchema).max(FIELDS_MAX).default([]),
  groups: z.array(groupSchema).max(GROUPS_MAX).default([]),
});

/** Shape of a template as JSON. References between its members are checked by findTemplateFaults. */
export const templateSchema: z.ZodType<SocioeconomicTemplate> = z.strictObject({
  key: templateKeySchema,
  version: z.number().int().min(1).max(VERSION_MAX),
  language: z.enum(REPORT_LANGUAGES),
  title: label(),
  questionnaires: distinct(z.array(key()).max(QUESTIONNAIRES_MAX)),
  sections: z
    .array(sectionSchema)
    .refine((sections) => SECTION_KEYS.every((name, index) => sections[index]?.key === name), {
      ...issueOptions('not_allowed', 'Must be the fourteen sections in their order'),
      ...WHEN_ARRAY,
    })
    .max(SECTION_KEYS.length),
});
