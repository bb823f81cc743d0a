import { getViewer, isScreeningOn, type Viewer } from '../../resolvers/auth/get-viewer.ts';
import { builder } from '../base/builder.ts';
import { Scope } from '../base/scope.ts';

const RateLimit = builder.objectRef<Viewer['rateLimit']>('RateLimit').implement({
  description:
    'Rate limit of the service, in points: an operation costs one point for each object that it may return. v4 counts requests: its headers `RateLimit` and `RateLimit-Policy` state how many are left.',
  fields: (t) => ({
    limit: t.exposeInt('limit', {
      description:
        'Points in a window, of all callers of the service; 2147483647 where none is set.',
    }),
    remaining: t.exposeInt('remaining', {
      description: 'Points left in this window, as far as this server knows.',
    }),
    resetAt: t.expose('resetAt', {
      type: 'DateTime',
      description: 'When the next window begins.',
    }),
    cost: t.exposeInt('cost', { description: 'Points that this request has cost.' }),
  }),
});

const ViewerType = builder.objectRef<Viewer>('Viewer').implement({
  description: 'Caller and its permissions.',
  fields: (t) => ({
    service: t.exposeString('service', {
      description: 'The service whose data the caller sees. v4: the `service` header.',
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
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    description: 'The caller as the gateway knows it.',
    resolve: (_root, _args, ctx) => getViewer(ctx),
  }),
);
