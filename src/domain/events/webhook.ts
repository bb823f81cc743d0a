import {
  BUSINESS_EVENT_TYPES,
  type BusinessEvent,
  type BusinessEventType,
} from './business-event.ts';

/** Where a service is told of events over HTTP. */
export type WebhookEndpoint = {
  id: number;
  url: string;
  eventTypes: BusinessEventType[];
  /** Null where it is sent events. */
  disabledReason: WebhookDisabledReason | null;
  disabledAt: Date | null;
  /** Attempts that failed since one succeeded. */
  failures: number;
  failingSince: Date | null;
  /** Until when the secret before the last rotation signs too. */
  earlierSecretUntil: Date | null;
  createdAt: Date;
};

/** `asked`: by somebody who may; the others by the gateway itself. */
export const WEBHOOK_DISABLED_REASONS = ['asked', 'failing', 'gone', 'fell_behind'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** `abandoned`: it failed for three days though the endpoint took others. */
export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'abandoned'] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];

/** One event on its way to one endpoint. */
export type WebhookDelivery = {
  id: number;
  endpointId: number;
  /** The header webhook-id: the id of the event. */
  messageId: string;
  /** As in the payload. */
  type: string;
  state: WebhookDeliveryState;
  attempts: number;
  lastAttemptAt: Date | null;
  lastStatus: number | null;
  lastError: WebhookFault | null;
  /** When it is tried next; null once it is settled. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  settledAt: Date | null;
};

/** Why an attempt got no status of success. `refused_address`: the gateway does not call such addresses. */
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

/** What came of one attempt; `answer` is the HTTP status, where one came. */
export type WebhookOutcome =
  | { kind: 'delivered'; answer: number }
  | { kind: 'failed'; answer: number | null; fault: WebhookFault };

export const WEBHOOK_ENDPOINTS_MAX = 10;
/** How long both secrets sign after a rotation, where nobody says otherwise, and at most. */
export const OVERLAP_HOURS_DEFAULT = 24;
export const OVERLAP_HOURS_MAX = 7 * 24;

const RETRY_SECONDS = 5;
const RETRY_SECONDS_MAX = 3600;

/**
 * How long after the nth failure the next attempt comes: 5 seconds, twice as long each time, an hour at most; less up to
 * a half by chance, so that what failed together does not come back together. `chance` is from 0 to 1.
 */
export function webhookDelaySeconds(failures: number, chance: number): number {
  const longest = Math.min(RETRY_SECONDS_MAX, RETRY_SECONDS * 2 ** (failures - 1));
  return longest * (1 - chance / 2);
}

/** The name of a type of event on the wire: business.upserted. */
export function webhookTypeOf(type: BusinessEventType): string {
  return type.replace('_', '.');
}

/** The type of event that a name on the wire stands for; undefined where it is none. */
export function eventTypeOf(name: string): BusinessEventType | undefined {
  return BUSINESS_EVENT_TYPES.find((type) => webhookTypeOf(type) === name);
}

/** What is sent; the text is stored, so that every attempt sends the same bytes. */
export type WebhookMessage = {
  messageId: string;
  type: string;
  lane: string;
  businessId: number | null;
  body: string;
};

/** The message that tells of an event: its ids, keys and time, and nothing of a person. */
export function toWebhookMessage(event: BusinessEvent): WebhookMessage {
  const type = webhookTypeOf(event.type);
  const data = dataOf(event);
  const businessId = event.type === 'answers_imported' ? null : event.businessId;
  const lane =
    event.type === 'answers_imported' ? `user ${event.userId}` : `business ${businessId}`;
  return {
    messageId: event.id,
    type,
    lane,
    businessId,
    body: bodyOf(type, event.occurredAt, data),
  };
}

/** A message that tells of nothing, for whoever tries an endpoint; it waits for no other. */
export function testMessage(id: string, at: Date): WebhookMessage {
  const type = 'webhook.test';
  return { messageId: id, type, lane: id, businessId: null, body: bodyOf(type, at, {}) };
}

function bodyOf(type: string, at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

function dataOf(event: BusinessEvent): object {
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
