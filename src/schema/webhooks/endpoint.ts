import type { WebhookEndpoint } from '../../domain/webhook.ts';
import { pageInput } from '../../resolvers/common/paging.ts';
import {
  countWebhookEndpoints,
  ENDPOINT_PAGES,
  listWebhookEndpoints,
} from '../../resolvers/webhooks/list-webhooks.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { BusinessEventTypeEnum } from '../events/event-types.ts';
import { pageCost } from '../limits/field-cost.ts';

const WebhookDisabledReason = builder.enumType('WebhookDisabledReason', {
  description: 'Why an endpoint is sent nothing.',
  values: {
    ASKED: { value: 'asked', description: 'Somebody disabled it. Not in v4.' },
    FAILING: { value: 'failing', description: 'It took nothing for three days. Not in v4.' },
    GONE: { value: 'gone', description: 'It answered 410. Not in v4.' },
    FELL_BEHIND: {
      value: 'fell_behind',
      description:
        'Events were deleted before it could be sent them, 7 days after they happened. Not in v4.',
    },
  } as const,
});

export const WebhookEndpointType = builder.objectRef<WebhookEndpoint>('WebhookEndpoint').implement({
  description: 'Where the service is told of events over HTTP, with Standard Webhooks signatures.',
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'The id that mutations take. Not in v4.',
      resolve: ({ id }) => id,
    }),
    url: t.exposeString('url', { description: 'Where messages are posted. Not in v4.' }),
    eventTypes: t.expose('eventTypes', {
      type: [BusinessEventTypeEnum],
      description: 'What it is told of, at most 6 types. Not in v4.',
    }),
    disabledReason: t.expose('disabledReason', {
      type: WebhookDisabledReason,
      nullable: true,
      description: 'Why it is sent nothing; null where it is enabled. Not in v4.',
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it is sent nothing; null where it is enabled. Not in v4.',
    }),
    failures: t.exposeInt('failures', {
      description: 'Attempts that failed since one succeeded. Not in v4.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When the first of those attempts was; null where there is none. Not in v4.',
    }),
    earlierSecretUntil: t.expose('earlierSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'Until when messages are signed with the secret before the last rotation too. Not in v4.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was added. Not in v4.',
    }),
  }),
});

const WebhookEndpointConnection = builder.connectionObject(
  {
    type: WebhookEndpointType,
    name: 'WebhookEndpointConnection',
    description: 'A page of a list, as the Relay cursor connection specification has it.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'How many the service has. Not in v4.',
        resolve: async (page) => await page.count(),
      }),
    }),
  },
  { name: 'WebhookEndpointEdge', description: 'One element of a page.' },
);

builder.queryField('webhookEndpoints', (t) =>
  t.field({
    type: WebhookEndpointConnection,
    description: 'The webhook endpoints of the service, by id: at most 10. Not in v4.',
    complexity: (args) => pageCost(args, ENDPOINT_PAGES),
    args: t.arg.connectionArgs(),
    validate: { schema: checksOf(pageInput) },
    resolve: async (...[, args, ctx]) => {
      const count = async () => await countWebhookEndpoints(ctx);
      return Object.assign(await listWebhookEndpoints(ctx, args), { count });
    },
  }),
);
