import { z } from 'zod';
import type { SourcedConflict } from '../../../resolvers/extraction/list-conflicts.ts';
import { idSchema } from '../common/wire.ts';
import { encodeField, fieldSchema } from './encode-extraction.ts';
import { FIELD_WORDS } from './words.ts';

/** Difference between a document and the stored data. Not in the v4 document. */
export const conflictSchema = z
  .object({
    name: z.enum(FIELD_WORDS).meta({ id: 'FieldName' }),
    stored: z.string(),
    stored_from: idSchema
      .nullable()
      .describe(
        'Id of the extraction from which the value was last stored. Null when the value has another source.',
      ),
    extracted: fieldSchema,
    extraction_id: idSchema,
  })
  .meta({ id: 'PersonalConflict' });

export function encodeConflict(conflict: SourcedConflict): z.infer<typeof conflictSchema> {
  const { name, stored, extracted, extractionId, appliedFrom } = conflict;
  return {
    name: FIELD_WORDS[name],
    stored,
    stored_from: appliedFrom,
    extracted: encodeField(extracted),
    extraction_id: extractionId,
  };
}
