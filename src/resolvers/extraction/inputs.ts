import { z } from 'zod';
import { DOCUMENT_KINDS, FIELD_NAMES } from '../../domain/extraction/extracted.ts';
import { EXTRACTION_WAIT_MS_MAX } from '../../domain/extraction/extraction.ts';
import { IDENTITY_CONFLICTS } from '../../domain/extraction/personal/identity-conflicts.ts';
import { issueOptions } from '../../validation/input-issues.ts';
import { participantLookupSchema } from '../business/inputs.ts';
import { idempotencyKeySchema, idSchema } from '../common/common-inputs.ts';
import { fileLookupSchema } from '../files/inputs.ts';

export const extractDocumentInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  file: fileLookupSchema,
  claimedKind: z.enum(DOCUMENT_KINDS).nullish(),
  waitMs: z.number().int().min(0).max(EXTRACTION_WAIT_MS_MAX).nullish(),
});
export type ExtractDocumentInput = z.infer<typeof extractDocumentInput>;

export const extractionInput = z.object({ databaseId: idSchema });

/** Maximum number of fields to apply, and of conflicts to acknowledge. */
const FIELDS_MAX = 20;
const ACKNOWLEDGED_MAX = 20;

export const applyExtractionInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  extractionId: idSchema,
  participant: participantLookupSchema,
  fields: z
    .array(z.enum(FIELD_NAMES))
    .min(1)
    .max(FIELDS_MAX)
    .refine(
      (names) => new Set(names).size === names.length,
      issueOptions('duplicate', 'Must not contain a field twice'),
    ),
  acknowledge: z.array(z.enum(IDENTITY_CONFLICTS)).max(ACKNOWLEDGED_MAX).nullish(),
  expectedVersion: z.number().int().min(0).nullish(),
});
export type ApplyExtractionInput = z.infer<typeof applyExtractionInput>;
