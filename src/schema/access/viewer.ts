import type { QuotaUse } from '../../domain/access/quota.ts';
import { getViewer, isScreeningOn, type Viewer } from '../../resolvers/auth/get-viewer.ts';
import { listQuotas } from '../../resolvers/auth/list-quotas.ts';
import { builder } from '../base/builder.ts';
import { Scope } from '../base/scope.ts';

const RateLimit = builder.objectRef<Viewer['rateLimit']>('RateLimit').implement({
  description:
    'Rate limit of the service, measured in points: a query costs one point for each object that it may return, a mutation at least 10. v4: headers `RateLimit` and `RateLimit-Policy`, which count requests.',
  fields: (t) => ({
    limit: t.exposeInt('limit', {
      description:
        'Points that all callers of the service may use together in one window. 2147483647 when no limit is set.',
    }),
    remaining: t.exposeInt('remaining', {
      description: 'Points left in the current window, as far as this server process knows.',
    }),
    resetAt: t.expose('resetAt', {
      type: 'DateTime',
      description: 'Time when the next window begins, with all points available again.',
    }),
    cost: t.exposeInt('cost', { description: 'Cost of this request, in points.' }),
  }),
});

const QuotaKindEnum = builder.enumType('QuotaKind', {
  description: 'Kind of data that a quota limits.',
  values: {
    FILE_BYTES: {
      value: 'file_bytes',
      description: 'Bytes of stored files. Files with the same content count separately.',
    },
    RECORDS: {
      value: 'records',
      description: 'Businesses, participants, documents and answers to questionnaires.',
    },
    TOKENS: {
      value: 'tokens',
      description:
        'Access tokens issued in the current window, as far as this server process knows.',
    },
    WEBHOOK_MESSAGES: {
      value: 'webhook_messages',
      description:
        'Webhook messages that wait to be sent. When the limit is reached, tests and redeliveries are rejected; messages about new events are still stored.',
    },
  },
});

const QuotaType = builder.objectRef<QuotaUse>('Quota').implement({
  description: 'Quota of the service, with the amount in use.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: QuotaKindEnum,
      description: 'Kind of data that the quota limits.',
    }),
    used: t.expose('used', {
      type: 'SafeInt',
      description:
        'Amount in use. Waiting webhook messages are counted up to the limit, or up to 100,000 without a limit.',
    }),
    limit: t.expose('limit', {
      type: 'SafeInt',
      nullable: true,
      description: 'Maximum amount for the service. Null when the operator sets no limit.',
    }),
  }),
});

const ViewerType = builder.objectRef<Viewer>('Viewer').implement({
  description:
    'Calling user: the service that the user belongs to, the scopes of the request, and the limits of the service.',
  fields: (t) => ({
    service: t.exposeString('service', {
      description:
        "Name of the caller's service. A service is a tenant of the gateway: callers of other services do not see its data. v4: header `service`.",
    }),
    scopes: t.expose('scopes', {
      type: [Scope],
      description: 'Scopes of the request: those that both the API key and the user token have.',
    }),
    isScreeningOn: t.boolean({
      description:
        'True when the service screens new and changed participants automatically. False for a new service: `updateScreeningSettings` switches it on.',
      resolve: async (_viewer, _args, ctx) => await isScreeningOn(ctx),
    }),
    rateLimit: t.expose('rateLimit', {
      type: RateLimit,
      description: 'Rate limit of the service, and the points left in the current window.',
    }),
    quotas: t.field({
      type: [QuotaType],
      description: 'Quotas of the service with the amounts in use, one of each kind.',
      resolve: async (_viewer, _args, ctx) => await listQuotas(ctx),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    description:
      'Calling user with service, scopes, rate limit and quotas. Requires a user token. Requires no scope.',
    resolve: (_root, _args, ctx) => getViewer(ctx),
  }),
);
