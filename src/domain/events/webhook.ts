import {
  BUSINESS_EVENT_TYPES,
  type BusinessEvent,
  type BusinessEventType,
} from './business-event.ts';

/** HTTP endpoint of a service that receives events. */
export type WebhookEndpoint = {
  id: number;
  url: string;
  eventTypes: BusinessEventType[];
  /** Null while it receives events. */
  disabledReason: WebhookDisabledReason | null;
  disabledAt: Date | null;
  /** Number of failed attempts since the last success. */
  failures: number;
  failingSince: Date | null;
  /** Time until which the secret before the last rotation signs as well. */
  earlierSecretUntil: Date | null;
  createdAt: Date;
};

/** Reason for disabling an endpoint. `asked`: by a request; the others: by the gateway itself. */
export const WEBHOOK_DISABLED_REASONS = ['asked', 'failing', 'gone', 'fell_behind'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** State of a delivery. `abandoned`: failed for three days although the endpoint accepted other deliveries. */
export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'abandoned'] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];

/** Delivery of an event to an endpoint. */
export type WebhookDelivery = {
  id: number;
  endpointId: number;
  /** Header `webhook-id`: the id of the event. */
  messageId: string;
  /** Event type in the notation of the payload: `business.upserted`. */
  type: string;
  state: WebhookDeliveryState;
  attempts: number;
  lastAttemptAt: Date | null;
  lastStatus: number | null;
  lastError: WebhookFault | null;
  /** Time of the next attempt; null once the delivery is settled. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  settledAt: Date | null;
};

/** Reason why an attempt failed. `refused_address`: the gateway does not call such addresses. */
export const WEBHOOK_FAULTS = [
  'status',
  'redirect',
  'refused_address',
  'unknown_host',
  'no_connection',
  'tls',
  'timeout',
  'cut_off',
  'bad_answer',
] as const;
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

/** Result of one attempt; `responseCode` is the HTTP status, null without a response. */
export type WebhookOutcome =
  | { kind: 'delivered'; responseCode: number }
  | { kind: 'failed'; responseCode: number | null; fault: WebhookFault };

/** Maximum number of endpoints of a service. Each receives its own copy of every event. */
export const WEBHOOK_ENDPOINTS_MAX = 10;
/** Default and maximum time in hours for which both secrets sign after a rotation. */
export const OVERLAP_HOURS_DEFAULT = 24;
export const OVERLAP_HOURS_MAX = 7 * 24;

/** Delay after the first failure, and the longest delay. */
const RETRY_SECONDS = 5;
const RETRY_SECONDS_MAX = 3600;

/**
 * Returns the delay after the nth failure: 5 seconds, doubled each time, at most one hour, minus a random part of up
 * to half, so that simultaneous failures are not retried together. `chance` is a random number from 0 to 1.
 */
export function getWebhookDelaySeconds(failures: number, chance: number): number {
  const maxSeconds = Math.min(RETRY_SECONDS_MAX, RETRY_SECONDS * 2 ** (failures - 1));
  return maxSeconds * (1 - chance / 2);
}

/** Returns the type that payloads show: `business.upserted` for `business_upserted`. */
export function toWebhookType(type: BusinessEventType): string {
  return type.replace('_', '.');
}

/** Returns the event type that payloads show by this name; undefined for an unknown name. */
export function toEventType(name: string): BusinessEventType | undefined {
  return BUSINESS_EVENT_TYPES.find((type) => toWebhookType(type) === name);
}

/** Message to send. Its body is stored, so that every attempt sends the same bytes. */
export type WebhookMessage = {
  messageId: string;
  type: string;
  /** Ordering key: messages with the same key are delivered in order. */
  lane: string;
  businessId: number | null;
  body: string;
};

/** Returns the message of an event: ids, keys and time, without personal data. */
export function toWebhookMessage(event: BusinessEvent): WebhookMessage {
  const type = toWebhookType(event.type);
  const data = toWebhookData(event);
  const businessId = event.type === 'answers_imported' ? null : event.businessId;
  const lane =
    event.type === 'answers_imported' ? `user ${event.userId}` : `business ${businessId}`;
  return {
    messageId: event.id,
    type,
    lane,
    businessId,
    body: toBody(type, event.occurredAt, data),
  };
}

/** Returns a message without data for testing an endpoint. Its own ordering key lets it overtake waiting messages. */
export function createTestMessage(id: string, at: Date): WebhookMessage {
  const type = 'webhook.test';
  return { messageId: id, type, lane: id, businessId: null, body: toBody(type, at, {}) };
}

function toBody(type: string, at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

function toWebhookData(event: BusinessEvent): object {
  switch (event.type) {
    case 'business_upserted': {
      const { businessId, created, receiptId } = event;
      return { businessId, created, receiptId };
    }
    case 'matches_found': {
      const { businessId, participantIds, participantsCount, matchesCount } = event;
      return { businessId, participantIds, participantsCount, matchesCount };
    }
    case 'matches_resolved': {
      const { businessId, participantId } = event;
      return { businessId, participantId };
    }
    case 'document_available': {
      const { businessId, participantId, typeDigest, occurrence } = event;
      return { businessId, participantId, typeDigest, occurrence };
    }
    case 'document_extracted': {
      const { businessId, extractionId } = event;
      return { businessId, extractionId };
    }
    case 'report_finalized': {
      const { businessId, participantId, reportId } = event;
      return { businessId, participantId, reportId };
    }
    case 'answers_imported': {
      const { userId, templateKeys } = event;
      return { userId, templateKeys };
    }
    case 'business_completed': {
      const { businessId, receiptId } = event;
      return { businessId, receiptId };
    }
  }
}
