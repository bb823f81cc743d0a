import type { WebhookDelivery } from '../../domain/events/webhook.ts';
import { listWebhookDeliveriesInput } from '../../resolvers/webhooks/inputs.ts';
import {
  countWebhookDeliveries,
  DELIVERY_PAGES,
  listWebhookDeliveries,
} from '../../resolvers/webhooks/list-webhooks.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { pageCost } from '../limits/field-cost.ts';

const WebhookDeliveryState = builder.enumType('WebhookDeliveryState', {
  description: 'State of a webhook delivery.',
  values: {
    WAITING: { value: 'waiting', description: 'Delivery waits for its first or next attempt.' },
    DELIVERED: {
      value: 'delivered',
      description: 'Endpoint accepted the message: it responded with a status from 200 to 299.',
    },
    ABANDONED: {
      value: 'abandoned',
      description:
        'Delivery was abandoned after failing for three days, although the endpoint accepted another message within the last day. An endpoint that accepts no message for three days is disabled instead.',
    },
  } as const,
});

const WebhookFault = builder.enumType('WebhookFault', {
  description: 'Reason why an attempt to deliver a message failed.',
  values: {
    STATUS: {
      value: 'status',
      description: 'Endpoint responded with a status outside 200 to 299.',
    },
    REDIRECT: {
      value: 'redirect',
      description: 'Endpoint responded with a redirect, which the gateway does not follow.',
    },
    REFUSED_ADDRESS: {
      value: 'refused_address',
      description:
        'Host name resolves to an address that the gateway does not connect to, for example a private one.',
    },
    UNKNOWN_HOST: { value: 'unknown_host', description: 'Host name has no address.' },
    NO_CONNECTION: {
      value: 'no_connection',
      description: 'Connection was refused or could not be established.',
    },
    TLS: { value: 'tls', description: 'TLS handshake failed.' },
    TIMEOUT: { value: 'timeout', description: 'Endpoint did not respond before the timeout.' },
    CUT_OFF: {
      value: 'cut_off',
      description: 'Endpoint closed the connection before it responded.',
    },
    BAD_ANSWER: { value: 'bad_answer', description: 'Endpoint did not respond with valid HTTP.' },
  } as const,
});

const MESSAGE_ID =
  'Value of the webhook-id header, the same in every attempt: `BusinessEvent.id`, or for a test message an id that starts with `test_`.';
const MESSAGE_TYPE =
  'Type of the event as sent in the message, for example business.upserted; webhook.test for a test message.';

export const WebhookDeliveryType = builder.objectRef<WebhookDelivery>('WebhookDelivery').implement({
  description: 'Delivery of one event or test message to one webhook endpoint, stored for 7 days.',
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description:
        'Internal id of the delivery, unique in the service: `deliveryId` of redeliverWebhook.',
      resolve: ({ id }) => id,
    }),
    messageId: t.exposeString('messageId', {
      description: MESSAGE_ID,
    }),
    type: t.exposeString('type', {
      description: MESSAGE_TYPE,
    }),
    state: t.expose('state', {
      type: WebhookDeliveryState,
      description: 'State of the delivery.',
    }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts made.' }),
    lastAttemptAt: t.expose('lastAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last attempt. Null until the first attempt.',
    }),
    lastStatus: t.exposeInt('lastStatus', {
      nullable: true,
      description: 'HTTP status of the last response. Null when no response was received.',
    }),
    lastFault: t.expose('lastError', {
      type: WebhookFault,
      nullable: true,
      description:
        'Reason why the last attempt failed. Null when it succeeded, and before the first attempt.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Earliest time of the next attempt. Null when the message was delivered or the delivery abandoned.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the delivery was created.',
    }),
    settledAt: t.expose('settledAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time when the message was delivered or the delivery abandoned. Null while the delivery waits.',
    }),
  }),
});

const WebhookDeliveryConnection = builder.connectionObject(
  {
    type: WebhookDeliveryType,
    name: 'WebhookDeliveryConnection',
    description: 'Page of a list, by the Relay cursor connection specification.',
    fields: (t) => ({
      totalCount: t.int({
        description:
          'Number of deliveries in the requested state; 10,000 when there are more. Counted only when selected.',
        resolve: async (page) => await page.count(),
      }),
    }),
  },
  { name: 'WebhookDeliveryEdge', description: 'Item of a page with its cursor.' },
);

builder.queryField('webhookDeliveries', (t) =>
  t.field({
    type: WebhookDeliveryConnection,
    nullable: true,
    description:
      'Deliveries to one webhook endpoint, newest first. A page has 20 items by default, at most 100. Null when the service has no such endpoint. Requires scope `webhook:manage`.',
    complexity: (args) => pageCost(args, DELIVERY_PAGES),
    args: {
      ...t.arg.connectionArgs(),
      endpointId: t.arg({
        type: 'SafeInt',
        required: true,
        description: '`databaseId` of the endpoint.',
      }),
      state: t.arg({
        type: WebhookDeliveryState,
        description: 'State of the deliveries to return. Defaults to all states.',
      }),
    },
    validate: { schema: createChecks(listWebhookDeliveriesInput) },
    resolve: async (...[, args, ctx]) => {
      const count = async () => await countWebhookDeliveries(ctx, args);
      const page = await listWebhookDeliveries(ctx, args);
      return page && Object.assign(page, { count });
    },
  }),
);
