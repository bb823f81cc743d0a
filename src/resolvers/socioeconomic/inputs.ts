import { z } from 'zod';
import { CONTRADICTION_KINDS } from '../../domain/socioeconomic/contradictions/contradiction.ts';
import { CONSENT_PURPOSES } from '../../domain/socioeconomic/report.ts';
import { PAGE_FORMATS } from '../../domain/socioeconomic/stored-report.ts';
import { SECTION_KEYS } from '../../domain/socioeconomic/template/section-keys.ts';
import {
  COLUMNS_MAX,
  FIELDS_MAX,
  GROUPS_MAX,
  ROWS_MAX,
} from '../../domain/socioeconomic/template/template.ts';
import { COUNT_MAX, MONEY_MAX, TEXT_LENGTH_MAX } from '../../domain/socioeconomic/value.ts';
import { issueOptions } from '../../validation/input-issues.ts';
import { participantLookupSchema } from '../business/inputs.ts';
import {
  daySchema,
  distinct,
  idempotencyKeySchema,
  idSchema,
  key,
  nonBlankLine,
  nonBlankText,
  text,
  WHEN_OBJECT,
} from '../common/common-inputs.ts';

const VERSION_LENGTH_MAX = 100;
const SECTION_LENGTH_MAX = 100;

export const recordConsentInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  participant: participantLookupSchema,
  purpose: z.enum(CONSENT_PURPOSES),
  textVersion: nonBlankLine(VERSION_LENGTH_MAX),
  givenAt: z.date().nullish(),
  evidenceFileId: idSchema.nullish(),
});
export type RecordConsentInput = z.infer<typeof recordConsentInput>;

export const revokeConsentInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  consentId: idSchema,
});
export type RevokeConsentInput = z.infer<typeof revokeConsentInput>;

const sectionsSchema = distinct(z.array(z.string())).max(SECTION_KEYS.length);

/** Subject and sources of a report. */
export const generateReportInput = z
  .object({
    idempotencyKey: idempotencyKeySchema.nullish(),
    participant: participantLookupSchema.nullish(),
    /** Provider's id of a person. The newest participant of that person is used. */
    externalPersonId: idSchema.nullish(),
    template: key().nullish(),
    /** Sections to fill with stored data. Defaults to all. */
    sections: sectionsSchema.nullish(),
    /** User whose answers are used. Defaults to the caller. */
    answersOfUserId: idSchema.nullish(),
    /** Final report that this one corrects. */
    correctsId: idSchema.nullish(),
  })
  .refine(({ participant, externalPersonId }) => !participant !== !externalPersonId, {
    ...issueOptions('exactly_one', 'Exactly one of participant and externalPersonId is required'),
    ...WHEN_OBJECT,
  });
export type GenerateReportInput = z.infer<typeof generateReportInput>;

/** Typed value of exactly one kind, which the template determines. Money in centavos. */
const typedValueSchema = z
  .object({
    text: nonBlankText(TEXT_LENGTH_MAX).nullish(),
    money: z.number().int().min(0).max(MONEY_MAX).nullish(),
    count: z.number().int().min(0).max(COUNT_MAX).nullish(),
    date: daySchema.nullish(),
    yesNo: z.boolean().nullish(),
    choice: key().nullish(),
  })
  .refine((value) => Object.values(value).filter(isGiven).length === 1, {
    ...issueOptions('exactly_one', 'Exactly one kind of value is required'),
    ...WHEN_OBJECT,
  });
export type TypedValueInput = z.infer<typeof typedValueSchema>;

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}

const columnSchema = z.object({ key: key(), value: typedValueSchema });

export const updateSectionInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  reportId: idSchema,
  section: text(SECTION_LENGTH_MAX),
  fields: z.array(z.object({ key: key(), value: typedValueSchema.nullish() })).max(FIELDS_MAX),
  groups: z
    .array(
      z.object({
        key: key(),
        rows: z.array(z.object({ values: z.array(columnSchema).max(COLUMNS_MAX) })).max(ROWS_MAX),
      }),
    )
    .max(GROUPS_MAX),
  expectedVersion: z.number().int().min(1),
});
export type UpdateSectionInput = z.infer<typeof updateSectionInput>;

/** Higher than the number of kinds, so that a client may repeat a kind. */
const ACKNOWLEDGED_MAX = 100;

export const finalizeReportInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  reportId: idSchema,
  expectedVersion: z.number().int().min(1).nullish(),
  page: z.enum(PAGE_FORMATS).nullish(),
  acknowledge: z.array(z.enum(CONTRADICTION_KINDS)).max(ACKNOWLEDGED_MAX).nullish(),
});
export type FinalizeReportInput = z.infer<typeof finalizeReportInput>;
