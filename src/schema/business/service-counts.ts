import type { ServiceCounts } from '../../domain/business/service-counts.ts';
import { countService } from '../../resolvers/business/count-service.ts';
import { builder } from '../base/builder.ts';

const ServiceCountsType = builder.objectRef<ServiceCounts>('ServiceCounts').implement({
  description: 'Counts of the data of a service (a tenant of the gateway), all from one moment.',
  fields: (t) => ({
    businesses: t.expose('businesses', {
      type: 'SafeInt',
      description: 'Number of businesses.',
    }),
    naturalPersons: t.expose('naturalPersons', {
      type: 'SafeInt',
      description: 'Number of participants that are natural persons. v4: `tipo_per` is `FIS`.',
    }),
    legalEntities: t.expose('legalEntities', {
      type: 'SafeInt',
      description: 'Number of participants that are legal entities. v4: `tipo_per` is `MOR`.',
    }),
    participantsWithPendingMatches: t.expose('pendingParticipants', {
      type: 'SafeInt',
      description:
        'Number of participants whose `hasPendingMatches` is true. v4: `match_resolution_pending` is true.',
    }),
    pendingMatches: t.expose('pendingMatches', {
      type: 'SafeInt',
      description:
        'Number of matches that await a decision. A participant that the data import marked as pending without matches is not included.',
    }),
    missingDocuments: t.expose('missingDocuments', {
      type: 'SafeInt',
      description: 'Number of requested documents without a file. v4: `id_descarga` is null.',
    }),
  }),
});

builder.queryField('counts', (t) =>
  t.field({
    type: ServiceCountsType,
    description:
      'Exact counts of the data of the service, read in constant time. Requires scope `business:read`.',
    resolve: async (_root, _args, ctx) => await countService(ctx),
  }),
);
