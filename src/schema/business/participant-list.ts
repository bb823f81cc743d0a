import { listServiceParticipantsInput } from '../../resolvers/business/list-inputs.ts';
import {
  countServiceParticipants,
  listServiceParticipants,
  serviceParticipantPageBounds,
} from '../../resolvers/business/list-service-participants.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { pageCost } from '../limits/field-cost.ts';
import { ParticipantFilter } from './list-inputs.ts';
import { ParticipantOrder } from './list-orders.ts';
import { ParticipantConnection } from './participant.ts';

builder.queryField('participants', (t) =>
  t.field({
    type: ParticipantConnection,
    description:
      'Participants of all businesses of the service, newest first by default. A page has 20 items by default, at most 1000 unless the operator sets another maximum. Requires scope `business:read`.',
    complexity: (args, ctx) => pageCost(args, serviceParticipantPageBounds(ctx)),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: ParticipantFilter,
        description: 'Filter for the participants to return. Defaults to all participants.',
      }),
      orderBy: t.arg({
        type: ParticipantOrder,
        description: 'Order of the items. Defaults to newest first.',
      }),
    },
    validate: { schema: createChecks(listServiceParticipantsInput) },
    resolve: async (...[, args, ctx]) => {
      const count = async () => await countServiceParticipants(ctx, args.filter);
      return Object.assign(await listServiceParticipants(ctx, args), { count });
    },
  }),
);
