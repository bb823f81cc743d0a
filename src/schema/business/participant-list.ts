import { listServiceParticipantsInput } from '../../resolvers/business/list-inputs.ts';
import {
  countServiceParticipants,
  listServiceParticipants,
  serviceParticipantPageBounds,
} from '../../resolvers/business/list-service-participants.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { pageCost } from '../limits/field-cost.ts';
import { ParticipantFilter } from './list-inputs.ts';
import { ParticipantOrder } from './list-orders.ts';
import { ParticipantConnection } from './participant.ts';

builder.queryField('participants', (t) =>
  t.field({
    type: ParticipantConnection,
    description:
      'The participants of all businesses of the service, newest first. Pages of 20, at most 1000 where the operator sets no other bound; `totalCount` is capped at 10 000. Not in v4.',
    complexity: (args, ctx) => pageCost(args, serviceParticipantPageBounds(ctx)),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: ParticipantFilter,
        description: 'Which participants are listed; all, left out.',
      }),
      orderBy: t.arg({
        type: ParticipantOrder,
        description: 'In which order; newest first, left out.',
      }),
    },
    validate: { schema: checksOf(listServiceParticipantsInput) },
    resolve: async (...[, args, ctx]) => {
      const count = async () => await countServiceParticipants(ctx, args.filter);
      return Object.assign(await listServiceParticipants(ctx, args), { count });
    },
  }),
);
