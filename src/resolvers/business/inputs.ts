import { z } from 'zod';
import { COMPLETION_WARNINGS, RECORDED_MODES } from '../../domain/business/completion.ts';
import { BUSINESS_EVENT_TYPES } from '../../domain/events/business-event.ts';
import {
  GLOBAL_ID_LENGTH_MAX,
  idempotencyKeySchema,
  idSchema,
  text,
} from '../common/common-inputs.ts';
import { EXACTLY_ONE } from '../common/exactly-one.ts';

const CODE_LENGTH_MAX = 1000;

export const businessLookupSchema = z
  .object({
    id: text(GLOBAL_ID_LENGTH_MAX).nullish(),
    databaseId: idSchema.nullish(),
    externalId: idSchema.nullish(),
    code: text(CODE_LENGTH_MAX).nullish(),
  })
  .refine(...EXACTLY_ONE);
export type BusinessLookup = z.infer<typeof businessLookupSchema>;

export const participantLookupSchema = z
  .object({ id: text(GLOBAL_ID_LENGTH_MAX).nullish(), databaseId: idSchema.nullish() })
  .refine(...EXACTLY_ONE);
export type ParticipantLookup = z.infer<typeof participantLookupSchema>;

export const businessInput = z.object({ by: businessLookupSchema });
export const participantInput = z.object({ by: participantLookupSchema });

export const completionPreviewInput = z.object({
  business: businessLookupSchema,
  deleteMode: z.enum(RECORDED_MODES).nullish(),
});
export type CompletionPreviewInput = z.infer<typeof completionPreviewInput>;

/** Higher than the number of warnings, so that a client may repeat a warning. */
const WARNINGS_MAX = 10;
export const acknowledgeSchema = z.array(z.enum(COMPLETION_WARNINGS)).max(WARNINGS_MAX);

export const completeBusinessInput = z.object({
  business: businessLookupSchema,
  deleteMode: z.enum(RECORDED_MODES).nullish(),
  expectedVersion: z.number().int().nullish(),
  acknowledge: acknowledgeSchema.nullish(),
  idempotencyKey: idempotencyKeySchema.nullish(),
});
export type CompleteBusinessInput = z.infer<typeof completeBusinessInput>;

/** Higher than the number of event types, so that a client may repeat a type. */
const EVENT_TYPES_MAX = 100;

export const businessEventsInput = z.object({
  business: businessLookupSchema.nullish(),
  types: z.array(z.enum(BUSINESS_EVENT_TYPES)).min(1).max(EVENT_TYPES_MAX).nullish(),
  after: text(GLOBAL_ID_LENGTH_MAX).nullish(),
});
export type BusinessEventsInput = z.infer<typeof businessEventsInput>;
