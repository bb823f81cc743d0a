import {
  businessPageBounds,
  countBusinesses,
  listBusinesses,
} from '../../resolvers/business/list-businesses.ts';
import {
  listBusinessesInput,
  listParticipantsInput,
} from '../../resolvers/business/list-inputs.ts';
import {
  countParticipants,
  listParticipants,
  participantPageBounds,
} from '../../resolvers/business/list-participants.ts';
import { pageInput } from '../../resolvers/common/paging.ts';
import {
  countBusinessesOfUser,
  listBusinessesOfUser,
} from '../../resolvers/upsert/responsible-user.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { createCountedConnection } from '../base/counted-connection.ts';
import { pageCost } from '../limits/field-cost.ts';
import { BusinessType } from './business.ts';
import { BusinessFilter, ParticipantFilter } from './list-inputs.ts';
import { BusinessOrder } from './list-orders.ts';
import { ParticipantConnection } from './participant.ts';
import { readPrefetch, selectsDocuments } from './read-prefetch.ts';
import { ResponsibleUserType } from './responsible-user.ts';

const BusinessConnection = createCountedConnection(BusinessType, 'Business');

builder.queryField('businesses', (t) =>
  t.field({
    type: BusinessConnection,
    description:
      'Businesses of the service, newest first by default. A page has 20 items by default, at most 100 unless the operator sets another maximum. Requires scope `business:read`.',
    complexity: (args, ctx) => pageCost(args, businessPageBounds(ctx)),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: BusinessFilter,
        description: 'Filter for the businesses to return. Defaults to all businesses.',
      }),
      orderBy: t.arg({
        type: BusinessOrder,
        description: 'Order of the items. Defaults to newest first.',
      }),
    },
    validate: { schema: createChecks(listBusinessesInput) },
    resolve: async (...[, args, ctx, info]) => {
      const count = async () => await countBusinesses(ctx, args.filter);
      return Object.assign(await listBusinesses(ctx, args, readPrefetch(info)), { count });
    },
  }),
);

builder.objectField(ResponsibleUserType, 'businesses', (t) =>
  t.field({
    type: BusinessConnection,
    description:
      'Businesses that the user is responsible for, newest first. A page has 20 items by default, at most 100 unless the operator sets another maximum.',
    complexity: (args, ctx) => pageCost(args, businessPageBounds(ctx)),
    args: t.arg.connectionArgs(),
    validate: { schema: createChecks(pageInput) },
    resolve: async (user, args, ctx) => {
      const count = async () => await countBusinessesOfUser(ctx, user.id);
      return Object.assign(await listBusinessesOfUser(ctx, user.id, args), { count });
    },
  }),
);

builder.objectFields(BusinessType, (t) => ({
  participants: t.field({
    type: ParticipantConnection,
    description:
      'Participants of the business, ordered by `databaseId`. A page has 100 items by default, at most 1000 unless the operator sets another maximum. v4: `participantes`, without pages.',
    complexity: (args, ctx) => pageCost(args, participantPageBounds(ctx)),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: ParticipantFilter,
        description: 'Filter for the participants to return. Defaults to all participants.',
      }),
    },
    validate: { schema: createChecks(listParticipantsInput) },
    resolve: (...[business, args, ctx, info]) => {
      const withDocuments = selectsDocuments(info);
      const page = listParticipants(ctx, business, { input: args, withDocuments });
      const count = async () => await countParticipants(ctx, business.id, args.filter);
      // A prefetched page comes without a promise, so that its items are completed immediately.
      const addCount = (connection: Awaited<typeof page>) => Object.assign(connection, { count });
      return page instanceof Promise ? page.then(addCount) : addCount(page);
    },
  }),
  participantCount: t.int({
    description: 'Number of participants of the business. v4: the length of `participantes`.',
    resolve: async (business, _args, ctx) => await countParticipants(ctx, business.id),
  }),
}));
