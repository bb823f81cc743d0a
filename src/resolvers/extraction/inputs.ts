import { z } from 'zod';
import { DOCUMENT_KINDS } from '../../domain/extraction/extracted.ts';
import { EXTRACTION_WAIT_MS_MAX } from '../../domain/extraction/extraction.ts';
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
