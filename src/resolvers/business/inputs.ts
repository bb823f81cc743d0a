import { z } from 'zod';
import { BUSINESS_EVENT_TYPES } from '../../domain/business-event.ts';
import { RECORDED_MODES } from '../../domain/completion.ts';
import { rule } from '../../issues/input-issues.ts';
import { idempotencyKeySchema, idSchema, text } from '../common/common-inputs.ts';

const CODE_LENGTH_MAX = 1000;
const GLOBAL_ID_LENGTH_MAX = 4000;

/** Exactly one member of a lookup is given: two might name two objects. */
function isOneOf(lookup: Record<string, unknown>): boolean {
  return (
    Object.values(lookup).filter((value) => value !== undefined && value !== null).length === 1
  );
}
const oneOfMessage = rule('exactly_one', 'Exactly one of the fields must be given');

export const businessLookupSchema = z
  .object({
    id: text(GLOBAL_ID_LENGTH_MAX).nullish(),
    databaseId: idSchema.nullish(),
    externalId: idSchema.nullish(),
    code: text(CODE_LENGTH_MAX).nullish(),
  })
  .refine(isOneOf, oneOfMessage);
export type BusinessLookup = z.infer<typeof businessLookupSchema>;

export const participantLookupSchema = z
  .object({ id: text(GLOBAL_ID_LENGTH_MAX).nullish(), databaseId: idSchema.nullish() })
  .refine(isOneOf, oneOfMessage);
export type ParticipantLookup = z.infer<typeof participantLookupSchema>;

export const businessInput = z.object({ by: businessLookupSchema });
export const participantInput = z.object({ by: participantLookupSchema });

export const completionPreviewInput = z.object({
  business: businessLookupSchema,
  deleteMode: z.enum(RECORDED_MODES).nullish(),
});
export type CompletionPreviewInput = z.infer<typeof completionPreviewInput>;

export const completeBusinessInput = z.object({
  business: businessLookupSchema,
  deleteMode: z.enum(RECORDED_MODES).nullish(),
  expectedVersion: z.number().int().nullish(),
  idempotencyKey: idempotencyKeySchema.nullish(),
});
export type CompleteBusinessInput = z.infer<typeof completeBusinessInput>;

export const businessEventsInput = z.object({
  business: businessLookupSchema.nullish(),
  types: z.array(z.enum(BUSINESS_EVENT_TYPES)).min(1).nullish(),
  after: text(GLOBAL_ID_LENGTH_MAX).nullish(),
});
export type BusinessEventsInput = z.infer<typeof businessEventsInput>;
