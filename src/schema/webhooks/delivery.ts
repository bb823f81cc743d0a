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
      description: 'Endpoint responded with a status from 200 to 299.',
    },
    ABANDONED: {
      value: 'abandoned',
      description: 'Delivery failed for three days while the endpoint accepted other deliveries.',
    },
  } as const,
});

const WebhookFault = builder.enumType('WebhookFault', {
  description: 'Reason that a delivery attempt failed.',
  values: {
    STATUS: { value: 'status', description: 'Response status was outside 200 to 299.' },
    REDIRECT: {
      value: 'redirect',
      description: 'Response was a redirect; redirects are not followed.',
    },
    REFUSED_ADDRESS: {
      value: 'refused_address',
      description: 'Host name resolves to an address that the gateway refuses to call.',
    },
    UNKNOWN_HOST: { value: 'unknown_host', description: 'Host name has no address.' },
    NO_CONNECTION: {
      value: 'no_connection',
      description: 'Connection was refused or could not be established.',
    },
    TLS: { value: 'tls', description: 'TLS handshake failed.' },
    TIMEOUT: { value: 'timeout', description: 'Response did not arrive before the timeout.' },
    CUT_OFF: {
      value: 'cut_off',
      description: 'Connection closed before the response.',
    },
    BAD_ANSWER: { value: 'bad_answer', description: 'Response was not valid HTTP.' },
  } as const,
});

export const WebhookDeliveryType = builder.objectRef<WebhookDelivery>('WebhookDelivery').implement({
  description: 'Delivery of one event to one webhook endpoint, stored for 7 days.',
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'Internal id of the delivery; `deliveryId` of redeliverWebhook.',
      resolve: ({ id }) => id,
    }),
    messageId: t.exposeString('messageId', {
      description:
        'Value of the webhook-id header: the same in every attempt, and equal to the id of the event in subscriptions.',
    }),
    type: t.exposeString('type', {
      description: 'Event type as sent in the message: business.upserted.',
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
      description: 'HTTP status of the last response. Null when no response arrived.',
    }),
    lastFault: t.expose('lastError', {
      type: WebhookFault,
      nullable: true,
      description:
        'Reason that the last attempt failed. Null when it succeeded or no attempt was made.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Earliest time of the next attempt. Null when the delivery is delivered or abandoned.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the delivery was created.',
    }),
    settledAt: t.expose('settledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the delivery was delivered or abandoned. Null while it waits.',
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
          'Number of deliveries in the requested state, at most 10,000. Counted only when selected.',
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
      'Deliveries to one webhook endpoint, newest first. A page has 20 items by default, at most 100. Null when the endpoint does not exist or belongs to another service. Requires scope `webhook:manage`.',
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
        description: 'State of the deliveries to list. Defaults to all states.',
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
