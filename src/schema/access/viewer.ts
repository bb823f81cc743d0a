import type { QuotaUse } from '../../domain/access/quota.ts';
import { getViewer, isScreeningOn, type Viewer } from '../../resolvers/auth/get-viewer.ts';
import { listQuotas } from '../../resolvers/auth/list-quotas.ts';
import { builder } from '../base/builder.ts';
import { Scope } from '../base/scope.ts';

const RateLimit = builder.objectRef<Viewer['rateLimit']>('RateLimit').implement({
  description:
    'Rate limit of the service. Its unit is the point: an operation costs one point for each object that it may return. v4: the headers `RateLimit` and `RateLimit-Policy`, which count requests.',
  fields: (t) => ({
    limit: t.exposeInt('limit', {
      description:
        'Points for all callers of the service in one window. 2147483647 when no limit is set.',
    }),
    remaining: t.exposeInt('remaining', {
      description: 'Points left in the current window, as known to this server process.',
    }),
    resetAt: t.expose('resetAt', {
      type: 'DateTime',
      description: 'Time when the next window begins and the points are restored.',
    }),
    cost: t.exposeInt('cost', { description: 'Cost of this request in points.' }),
  }),
});

const QuotaKindEnum = builder.enumType('QuotaKind', {
  description: 'Amount that a quota bounds.',
  values: {
    FILE_BYTES: {
      value: 'file_bytes',
      description: 'Bytes of stored files. Files of equal content count each.',
    },
    RECORDS: {
      value: 'records',
      description: 'Businesses, participants, documents and answers to questionnaires.',
    },
    TOKENS: {
      value: 'tokens',
      description: 'Access tokens issued in the current window, as far as this server knows.',
    },
    WEBHOOK_MESSAGES: {
      value: 'webhook_messages',
      description:
        'Webhook messages that wait to be sent. Over the limit tests and repeated deliveries are refused, and messages about events are not.',
    },
  },
});

const QuotaType = builder.objectRef<QuotaUse>('Quota').implement({
  description: 'Quota of the service and its use.',
  fields: (t) => ({
    kind: t.expose('kind', { type: QuotaKindEnum, description: 'Amount that the quota bounds.' }),
    used: t.expose('used', {
      type: 'SafeInt',
      description: 'Amount in use. Waiting webhook messages are counted up to the limit.',
    }),
    limit: t.expose('limit', {
      type: 'SafeInt',
      nullable: true,
      description: 'Largest amount that the service may use. Null when the operator sets none.',
    }),
  }),
});

const ViewerType = builder.objectRef<Viewer>('Viewer').implement({
  description: 'Caller and its permissions.',
  fields: (t) => ({
    service: t.exposeString('service', {
      description:
        'Name of the service whose data the caller reads and writes. v4: the `service` header.',
    }),
    scopes: t.expose('scopes', {
      type: [Scope],
      description: 'Scopes of the caller.',
    }),
    isScreeningOn: t.boolean({
      description:
        'True when the service screens new and changed participants by itself. False for a new service: `updateScreeningSettings` switches it on.',
      resolve: async (_viewer, _args, ctx) => await isScreeningOn(ctx),
    }),
    rateLimit: t.expose('rateLimit', {
      type: RateLimit,
      description: 'Rate limit of the service and the points left in the window.',
    }),
    quotas: t.field({
      type: [QuotaType],
      description: 'Quotas of the service with their use, one of each kind.',
      resolve: async (_viewer, _args, ctx) => await listQuotas(ctx),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    description: 'Returns the authenticated caller with its scopes and its rate limit.',
    resolve: (_root, _args, ctx) => getViewer(ctx),
  }),
);
