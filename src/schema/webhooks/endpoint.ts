import type { WebhookEndpoint } from '../../domain/events/webhook.ts';
import { pageInput } from '../../resolvers/common/paging.ts';
import {
  countWebhookEndpoints,
  ENDPOINT_PAGES,
  listWebhookEndpoints,
} from '../../resolvers/webhooks/list-webhooks.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { BusinessEventTypeEnum } from '../events/event-types.ts';
import { pageCost } from '../limits/field-cost.ts';

const WebhookDisabledReason = builder.enumType('WebhookDisabledReason', {
  description: 'Reason why a webhook endpoint is disabled.',
  values: {
    ASKED: {
      value: 'asked',
      description: 'A user, an API key or an operator disabled the endpoint.',
    },
    FAILING: { value: 'failing', description: 'Endpoint accepted no delivery for three days.' },
    GONE: { value: 'gone', description: 'Endpoint responded with status 410 (Gone).' },
    FELL_BEHIND: {
      value: 'fell_behind',
      description:
        'Events reached the storage limit of 7 days and were deleted before they could be sent.',
    },
  } as const,
});

export const WebhookEndpointType = builder.objectRef<WebhookEndpoint>('WebhookEndpoint').implement({
  description:
    'HTTP endpoint that receives events of the service. Messages are signed by the Standard Webhooks specification.',
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description:
        'Internal id of the endpoint, unique in the service: `endpointId` of the mutations on webhook endpoints.',
      resolve: ({ id }) => id,
    }),
    url: t.exposeString('url', { description: 'URL that messages are posted to.' }),
    eventTypes: t.expose('eventTypes', {
      type: [BusinessEventTypeEnum],
      description: 'Types of the events that are sent to the endpoint.',
    }),
    disabledReason: t.expose('disabledReason', {
      type: WebhookDisabledReason,
      nullable: true,
      description: 'Reason why the endpoint is disabled. Null while it is enabled.',
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the endpoint was disabled. Null while it is enabled.',
    }),
    failures: t.exposeInt('failures', {
      description:
        'Number of consecutive failed attempts. It starts again after a successful delivery, after the endpoint is enabled, and when no failed delivery waits for another attempt.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the first of the failed attempts that `failures` counts. Null when there are none.',
    }),
    earlierSecretUntil: t.expose('earlierSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time until which messages are also signed with the secret before the last rotation. Null when only the current secret is used.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the endpoint was created.',
    }),
  }),
});

const WebhookEndpointConnection = builder.connectionObject(
  {
    type: WebhookEndpointType,
    name: 'WebhookEndpointConnection',
    description: 'Page of a list, by the Relay cursor connection specification.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'Number of webhook endpoints of the service.',
        resolve: async (page) => await page.count(),
      }),
    }),
  },
  { name: 'WebhookEndpointEdge', description: 'Item of a page with its cursor.' },
);

builder.queryField('webhookEndpoints', (t) =>
  t.field({
    type: WebhookEndpointConnection,
    description:
      'Webhook endpoints of the service, ordered by `databaseId`. A page has 10 items by default, at most 10; a service has at most 10 endpoints. Requires scope `webhook:manage`.',
    complexity: (args) => pageCost(args, ENDPOINT_PAGES),
    args: t.arg.connectionArgs(),
    validate: { schema: createChecks(pageInput) },
    resolve: async (...[, args, ctx]) => {
      const count = async () => await countWebhookEndpoints(ctx);
      return Object.assign(await listWebhookEndpoints(ctx, args), { count });
    },
  }),
);
