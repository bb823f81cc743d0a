import type { ServiceCounts } from '../../domain/service-counts.ts';
import { countService } from '../../resolvers/business/count-service.ts';
import { builder } from '../base/builder.ts';

const ServiceCountsType = builder.objectRef<ServiceCounts>('ServiceCounts').implement({
  description: 'What a service has, all at one moment.',
  fields: (t) => ({
    businesses: t.expose('businesses', {
      type: 'SafeInt',
      description: 'How many businesses there are. Not in v4.',
    }),
    naturalPersons: t.expose('naturalPersons', {
      type: 'SafeInt',
      description: 'Participants whose v4 `tipo_per` is `FIS`.',
    }),
    legalEntities: t.expose('legalEntities', {
      type: 'SafeInt',
      description: 'Participants whose v4 `tipo_per` is `MOR`.',
    }),
    participantsWithPendingMatches: t.expose('pendingParticipants', {
      type: 'SafeInt',
      description: 'Participants whose v4 `match_resolution_pending` is true.',
    }),
    pendingMatches: t.expose('pendingMatches', {
      type: 'SafeInt',
      description:
        'Matches that nobody has decided. Participants of whom it is only known that some are pending have none here. Not in v4.',
    }),
    missingDocuments: t.expose('missingDocuments', {
      type: 'SafeInt',
      description: 'Requested documents whose v4 `id_descarga` is null.',
    }),
  }),
});

builder.queryField('counts', (t) =>
  t.field({
    type: ServiceCountsType,
    description: 'What the service has: exact, and as quick however much that is. Not in v4.',
    resolve: async (_root, _args, ctx) => await countService(ctx),
  }),
);
