import { z } from 'zod';
import { BUSINESS_EVENT_TYPES } from '../../domain/events/business-event.ts';
import { OVERLAP_HOURS_MAX, WEBHOOK_DELIVERY_STATES } from '../../domain/events/webhook.ts';
import { issueOptions } from '../../validation/input-issues.ts';
import { idempotencyKeySchema, idSchema, line } from '../common/common-inputs.ts';
import { pageInput } from '../common/paging.ts';

const URL_LENGTH_MAX = 2048;

const idempotencyKey = idempotencyKeySchema.nullish();

export const addWebhookEndpointInput = z.object({
  idempotencyKey,
  url: line(URL_LENGTH_MAX).min(1),
  eventTypes: z
    .array(z.enum(BUSINESS_EVENT_TYPES))
    .min(1)
    .max(BUSINESS_EVENT_TYPES.length)
    .refine(
      (types) => new Set(types).size === types.length,
      issueOptions('duplicate', 'Must not contain a type twice'),
    ),
});
export type AddWebhookEndpointInput = z.infer<typeof addWebhookEndpointInput>;

export const webhookEndpointInput = z.object({ idempotencyKey, endpointId: idSchema });
export type WebhookEndpointInput = z.infer<typeof webhookEndpointInput>;

export const rotateWebhookSecretInput = webhookEndpointInput.extend({
  overlapHours: z.number().int().min(0).max(OVERLAP_HOURS_MAX).nullish(),
});
export type RotateWebhookSecretInput = z.infer<typeof rotateWebhookSecretInput>;

export const redeliverWebhookInput = z.object({ idempotencyKey, deliveryId: idSchema });
export type RedeliverWebhookInput = z.infer<typeof redeliverWebhookInput>;

export const listWebhookDeliveriesInput = pageInput.extend({
  endpointId: idSchema,
  state: z.enum(WEBHOOK_DELIVERY_STATES).nullish(),
});
export type ListWebhookDeliveriesInput = z.infer<typeof listWebhookDeliveriesInput>;
