import { z } from 'zod';
import type { RequestContext } from '../../../context.ts';
import {
  CHECK_CODES,
  FIELD_SOURCES,
  type FieldName,
  MISSING_REASONS,
} from '../../../domain/extraction/extracted.ts';
import { EXTRACTION_FAILURES, EXTRACTION_STATES } from '../../../domain/extraction/extraction.ts';
import type { FoundExtraction } from '../../../resolvers/extraction/find-extraction.ts';
import {
  getVisibleFields,
  type VisibleField,
} from '../../../resolvers/extraction/visible-fields.ts';
import { idSchema } from '../common/wire.ts';
import { FIELD_WORDS, KIND_WORDS } from './words.ts';

const fraction = z.number().min(0).max(1);
const boxSchema = z
  .object({ left: fraction, top: fraction, width: fraction, height: fraction })
  .meta({
    id: 'ExtractionBox',
    description: 'Rectangle on a page, in fractions of the width and height of the page.',
  });
/** Extracted field of a document. */
export const fieldSchema = z
  .object({
    value: z
      .string()
      .nullable()
      .describe('Value of the field. Null without the scope `personal:read`.'),
    confidence: fraction,
    source: z.enum(FIELD_SOURCES).meta({ id: 'FieldSource' }),
    page: z.int().min(1).nullable(),
    bbox: boxSchema.nullable(),
    recovered_from: z.enum(['curp', 'rfc', 'mrz']).meta({ id: 'RecoveredFrom' }).nullable(),
  })
  .meta({ id: 'ExtractedField' });
const missingSchema = z
  .object({
    name: z.enum(FIELD_WORDS).meta({ id: 'FieldName' }),
    reason: z.enum(MISSING_REASONS).meta({ id: 'MissingReason' }),
  })
  .meta({ id: 'MissingField' });
const checkSchema = z
  .object({
    code: z.enum(CHECK_CODES).meta({ id: 'ExtractionCheckCode' }),
    ok: z
      .boolean()
      .nullable()
      .describe(
        'True when the check passed, false when it failed. Null when the document does not contain enough to decide.',
      ),
    detail: z.string(),
  })
  .meta({ id: 'ExtractionCheck' });

const fieldShape = (): Record<string, z.ZodOptional<typeof fieldSchema>> =>
  Object.fromEntries(Object.values(FIELD_WORDS).map((word) => [word, fieldSchema.optional()]));

/** Response of an extraction. The v4 document names the operation only. */
export const extractionSchema = z
  .object({
    extraction_id: idSchema,
    file_id: idSchema,
    status: z.enum(EXTRACTION_STATES).meta({ id: 'ExtractionStatus' }),
    failure: z.enum(EXTRACTION_FAILURES).meta({ id: 'ExtractionFailure' }).nullable(),
    tipo: z.enum(KIND_WORDS).meta({ id: 'DocumentKind' }).nullable(),
    confidence: fraction.nullable(),
    needs_review: z.boolean().nullable(),
    pages: z.int().min(0).nullable(),
    pages_read: z
      .int()
      .min(0)
      .nullable()
      .describe('Number of pages read so far, updated while `status` is `queued`.'),
    is_masked: z.boolean(),
    fields: z.object(fieldShape()).meta({ id: 'ExtractedFields' }),
    missing: z.array(missingSchema),
    checks: z.array(checkSchema),
    engine: z.string().nullable(),
    duration_ms: z.int().min(0).nullable(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Extraction' });

/** Encodes an extraction with its fields. With the scope `personal:read`, the read is recorded in the audit trail. */
export async function encodeExtraction(
  ctx: RequestContext,
  extraction: FoundExtraction,
): Promise<z.infer<typeof extractionSchema>> {
  const { fields, missing, isMasked } = await getVisibleFields(ctx, extraction.id);
  return {
    extraction_id: extraction.id,
    file_id: extraction.fileId,
    status: extraction.state,
    failure: extraction.failure,
    tipo: extraction.kind && KIND_WORDS[extraction.kind],
    confidence: extraction.confidence,
    needs_review: extraction.needsReview,
    pages: extraction.pageCount,
    pages_read: extraction.pagesRead,
    is_masked: isMasked,
    fields: Object.fromEntries(
      fields.map((field) => [encodeFieldName(field.name), encodeField(field)]),
    ),
    missing: missing.map(({ name, reason }) => ({ name: encodeFieldName(name), reason })),
    checks: extraction.checks,
    engine: extraction.engine,
    duration_ms: extraction.durationMs,
    created_at: extraction.createdAt.toISOString(),
    finished_at: extraction.finishedAt?.toISOString() ?? null,
  };
}

function encodeFieldName(name: FieldName): (typeof FIELD_WORDS)[FieldName] {
  return FIELD_WORDS[name];
}

export function encodeField({
  value,
  confidence,
  source,
  page,
  box,
  recoveredFrom,
}: VisibleField): z.infer<typeof fieldSchema> {
  return { value, confidence, source, page, bbox: box, recovered_from: recoveredFrom };
}
