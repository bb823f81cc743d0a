import type { ServiceUser } from '../../domain/access/service-user.ts';
import { parseDatabaseId } from '../../domain/shared/global-id.ts';
import { findUser } from '../../resolvers/user/find-user.ts';
import { listUsersInput, userInput } from '../../resolvers/user/inputs.ts';
import { countUsers, listUsers, USER_PAGE_BOUNDS } from '../../resolvers/user/list-users.ts';
import { checksOf } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { UserLookup } from '../base/lookups.ts';
import { pageCost } from '../limits/field-cost.ts';

export const UserType = builder.objectRef<ServiceUser>('User');
builder.node(UserType, {
  description:
    'User of the service, for whom tokens are issued, with the fields that managing users requires. Requires scope `user:manage`.',
  id: { resolve: (user) => user.id, parse: parseDatabaseId },
  loadOne: async (databaseId, ctx) =>
    databaseId === undefined ? null : await findUser(ctx, { databaseId }),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'The internal id of the user. v4 `user_id`.',
      resolve: (user) => user.id,
    }),
    email: t.exposeString('email', {
      description: 'E-mail address; unique within the service, compared without case. v4: `email`.',
    }),
    givenName: t.exposeString('givenName', { description: 'The given name. v4 `name`.' }),
    paternalSurname: t.exposeString('paternalSurname', {
      nullable: true,
      description:
        'The first surname; null where there is none and v4 sends an empty string. v4 `first_last_name`.',
    }),
    maternalSurname: t.exposeString('maternalSurname', {
      nullable: true,
      description:
        'The second surname; null where there is none and v4 sends an empty string. v4 `second_last_name`.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the user came to the gateway.',
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when its tokens are refused; null while they are taken.',
    }),
  }),
});

const UserConnection = builder.connectionObject(
  {
    type: UserType,
    name: 'UserConnection',
    description: 'A page of users, as the Relay cursor connection specification has it.',
    fields: (t) => ({
      totalCount: t.int({
        description:
          'Number of users that match the filter, at most 10 000. Counted only when selected.',
        resolve: async (page) => await page.count(),
      }),
    }),
  },
  { name: 'UserEdge', description: 'One user of a page.' },
);

const UserFilter = builder.inputType('UserFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    isDisabled: t.boolean({
      description: 'True for users with `disabledAt`, false for those without.',
    }),
    email: t.string({ description: 'The whole address, in any case. v4 `email`.' }),
  }),
});

builder.queryFields((t) => ({
  users: t.field({
    type: UserConnection,
    description:
      'The users of the service, by internal id. Pages of 20, at most 100. Needs USER_MANAGE.',
    complexity: (args) => pageCost(args, USER_PAGE_BOUNDS),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: UserFilter, description: 'Users to list. Defaults to all users.' }),
    },
    validate: { schema: checksOf(listUsersInput) },
    resolve: async (_root, args, ctx) => {
      const count = async () => await countUsers(ctx, args.filter);
      return Object.assign(await listUsers(ctx, args), { count });
    },
  }),
  user: t.field({
    type: UserType,
    nullable: true,
    description: 'Null where the service has no such user. Needs USER_MANAGE.',
    args: {
      by: t.arg({ type: UserLookup, required: true, description: 'Reference to the user.' }),
    },
    validate: { schema: checksOf(userInput) },
    resolve: async (_root, args, ctx) => await findUser(ctx, args.by),
  }),
}));
