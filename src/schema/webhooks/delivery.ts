import type { WebhookDelivery } from '../../domain/webhook.ts';
import { listWebhookDeliveriesInput } from '../../resolvers/webhooks/inputs.ts';
import {
  countWebhookDeliveries,
  DELIVERY_PAGES,
  listWebhookDeliveries,
} from '../../resolvers/webhooks/list-webhooks.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { pageCost } from '../limits/field-cost.ts';

const WebhookDeliveryState = builder.enumType('WebhookDeliveryState', {
  description: 'What became of a delivery.',
  values: {
    WAITING: { value: 'waiting', description: 'It is tried, or tried again. Not in v4.' },
    DELIVERED: {
      value: 'delivered',
      description: 'The endpoint answered with a status from 200 to 299. Not in v4.',
    },
    ABANDONED: {
      value: 'abandoned',
      description: 'It failed for three days though the endpoint took others. Not in v4.',
    },
  } as const,
});

const WebhookFault = builder.enumType('WebhookFault', {
  description: 'Why an attempt failed.',
  values: {
    STATUS: { value: 'status', description: 'The status of the answer. Not in v4.' },
    REDIRECT: { value: 'redirect', description: 'Redirects are not followed. Not in v4.' },
    REFUSED_ADDRESS: {
      value: 'refused_address',
      description: 'The gateway does not call the address that the name leads to. Not in v4.',
    },
    UNKNOWN_HOST: { value: 'unknown_host', description: 'The name has no address. Not in v4.' },
    NO_CONNECTION: { value: 'no_connection', description: 'Nobody took the call. Not in v4.' },
    TLS: { value: 'tls', description: 'No encrypted connection could be made. Not in v4.' },
    TIMEOUT: { value: 'timeout', description: 'No answer came in time. Not in v4.' },
    CUT_OFF: {
      value: 'cut_off',
      description: 'The connection broke before the answer. Not in v4.',
    },
    BAD_ANSWER: { value: 'bad_answer', description: 'The answer was no HTTP. Not in v4.' },
  } as const,
});

export const WebhookDeliveryType = builder.objectRef<WebhookDelivery>('WebhookDelivery').implement({
  description: 'One event on its way to one endpoint; kept for 7 days.',
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'The id that redeliverWebhook takes. Not in v4.',
      resolve: ({ id }) => id,
    }),
    messageId: t.exposeString('messageId', {
      description:
        'The header webhook-id: the same with every attempt, and the id of the event in subscriptions. Not in v4.',
    }),
    type: t.exposeString('type', {
      description: 'The type as the message has it, such as business.upserted. Not in v4.',
    }),
    state: t.expose('state', {
      type: WebhookDeliveryState,
      description: 'What became of it so far. Not in v4.',
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried. Not in v4.' }),
    lastAttemptAt: t.expose('lastAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null where it was not tried yet. Not in v4.',
    }),
    lastStatus: t.exposeInt('lastStatus', {
      nullable: true,
      description: 'The status of the last answer; null where none came. Not in v4.',
    }),
    lastFault: t.expose('lastError', {
      type: WebhookFault,
      nullable: true,
      description: 'Why the last attempt failed; null where it did not. Not in v4.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'It is tried no earlier than this; null once it is settled. Not in v4.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was made. Not in v4.',
    }),
    settledAt: t.expose('settledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was delivered or abandoned; null while it waits. Not in v4.',
    }),
  }),
});

const WebhookDeliveryConnection = builder.connectionObject(
  {
    type: WebhookDeliveryType,
    name: 'WebhookDeliveryConnection',
    description: 'A page of a list, as the Relay cursor connection specification has it.',
    fields: (t) => ({
      totalCount: t.int({
        description:
          'How many there are in that state. Counted only when selected; capped at 10 000. Not in v4.',
        resolve: async (page) => await page.count(),
      }),
    }),
  },
  { name: 'WebhookDeliveryEdge', description: 'One element of a page.' },
);

builder.queryField('webhookDeliveries', (t) =>
  t.field({
    type: WebhookDeliveryConnection,
    nullable: true,
    description:
      'The deliveries to one endpoint, newest first. Pages of 20, at most 100. Null for an endpoint that does not exist or belongs to another service. Not in v4.',
    complexity: (args) => pageCost(args, DELIVERY_PAGES),
    args: {
      ...t.arg.connectionArgs(),
      endpointId: t.arg({
        type: 'SafeInt',
        required: true,
        description: 'The `databaseId` of the endpoint.',
      }),
      state: t.arg({
        type: WebhookDeliveryState,
        description: 'What became of those that are listed; anything, left out.',
      }),
    },
    validate: { schema: checksOf(listWebhookDeliveriesInput) },
    resolve: async (...[, args, ctx]) => {
      const count = async () => await countWebhookDeliveries(ctx, args);
      const page = await listWebhookDeliveries(ctx, args);
      return page && Object.assign(page, { count });
    },
  }),
);
