import { z } from 'zod';
import { FIELD_NAMES } from '../../domain/extraction/extracted.ts';
import { type ReportContent, UNREAD_REASONS } from '../../domain/socioeconomic/content.ts';
import { PARTICIPANT_FIELDS } from '../../domain/socioeconomic/material.ts';
import { SECTION_KEYS } from '../../domain/socioeconomic/template/section-keys.ts';
import {
  COLUMNS_MAX,
  FIELDS_MAX,
  GROUPS_MAX,
  ROWS_MAX,
} from '../../domain/socioeconomic/template/template.ts';
import { COUNT_MAX, MONEY_MAX, TEXT_LENGTH_MAX } from '../../domain/socioeconomic/value.ts';
import { daySchema, idSchema, key, text } from '../common/common-inputs.ts';

/** Value of a field, within its limits. */
export const valueSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), value: text(TEXT_LENGTH_MAX).min(1) }),
  z.object({ kind: z.literal('money'), value: z.number().int().min(0).max(MONEY_MAX) }),
  z.object({ kind: z.literal('count'), value: z.number().int().min(0).max(COUNT_MAX) }),
  z.object({ kind: z.literal('date'), value: daySchema }),
  z.object({ kind: z.literal('yes_no'), value: z.boolean() }),
  z.object({ kind: z.literal('choice'), value: key() }),
]);

const sourceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answer'),
    userId: idSchema,
    questionnaire: key(),
    question: key(),
  }),
  z.object({ kind: z.literal('participant'), field: z.enum(PARTICIPANT_FIELDS) }),
  z.object({
    kind: z.literal('extraction'),
    extractionId: idSchema,
    field: z.enum(FIELD_NAMES).nullable(),
  }),
  z.object({ kind: z.literal('screening'), screeningId: idSchema }),
  z.object({ kind: z.literal('typed'), userId: idSchema.nullable(), at: z.iso.datetime() }),
]);

const fieldSchema = z.object({
  key: key(),
  value: valueSchema,
  source: sourceSchema,
  contradictedBy: z.array(sourceSchema),
});
const rowSchema = z.object({ values: z.array(fieldSchema).max(COLUMNS_MAX) });
const unreadSchema = z.object({
  group: key().nullable(),
  row: z.number().int().min(0).nullable(),
  key: key(),
  reason: z.enum(UNREAD_REASONS),
  source: sourceSchema,
});
const sectionSchema = z.object({
  key: z.enum(SECTION_KEYS),
  fields: z.array(fieldSchema).max(FIELDS_MAX),
  groups: z.array(z.object({ key: key(), rows: z.array(rowSchema).max(ROWS_MAX) })).max(GROUPS_MAX),
  unread: z.array(unreadSchema),
});
const pictureSchema = z.object({ fileId: idSchema, sha256: z.hex().length(64) }).nullable();

/** Content of a stored report, as decrypted. */
export const contentSchema: z.ZodType<ReportContent> = z.object({
  template: z.object({ key: key(), version: z.number().int().min(1) }),
  pictures: z.object({ photo: pictureSchema, map: pictureSchema }),
  sections: z.array(sectionSchema).length(SECTION_KEYS.length),
});
