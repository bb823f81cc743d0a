import type { ServiceUser } from '../../domain/access/service-user.ts';
import { parseDatabaseId } from '../../domain/shared/global-id.ts';
import { findUser } from '../../resolvers/user/find-user.ts';
import { listUsersInput, userInput } from '../../resolvers/user/inputs.ts';
import { countUsers, listUsers, USER_PAGE_BOUNDS } from '../../resolvers/user/list-users.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { createCountedConnection } from '../base/counted-connection.ts';
import { UserLookup } from '../base/lookups.ts';
import { pageCost } from '../limits/field-cost.ts';

export const UserType = builder.objectRef<ServiceUser>('User');
builder.node(UserType, {
  description:
    'User of the service, for whom access tokens can be issued. Requires scope `user:manage`.',
  id: { resolve: (user) => user.id, parse: parseDatabaseId },
  loadOne: async (databaseId, ctx) =>
    databaseId === undefined ? null : await findUser(ctx, { databaseId }),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'Internal id of the user, unique in the service. v4: `user_id`.',
      resolve: (user) => user.id,
    }),
    email: t.exposeString('email', {
      description:
        'E-mail address that identifies the user, unique in the service, ignoring case. v4: `email`.',
    }),
    givenName: t.exposeString('givenName', { description: 'Given name of the user. v4: `name`.' }),
    paternalSurname: t.exposeString('paternalSurname', {
      nullable: true,
      description:
        'First surname. Null when there is none. v4: `first_last_name`, an empty string when there is none.',
    }),
    maternalSurname: t.exposeString('maternalSurname', {
      nullable: true,
      description:
        'Second surname. Null when there is none. v4: `second_last_name`, an empty string when there is none.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the user was created in the gateway.',
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the user was disabled. Null while the user is enabled.',
    }),
  }),
});

const UserConnection = createCountedConnection(UserType, 'User');

const UserFilter = builder.inputType('UserFilter', {
  description: 'Filter for users. All given conditions must match.',
  fields: (t) => ({
    isDisabled: t.boolean({ description: 'True for disabled users, false for enabled users.' }),
    email: t.string({
      description: 'Complete e-mail address of the user, ignoring case. v4: `email`.',
    }),
  }),
});

builder.queryFields((t) => ({
  users: t.field({
    type: UserConnection,
    description:
      'Users of the service, ordered by `databaseId`. A page has 20 items by default, at most 100. Requires scope `user:manage`.',
    complexity: (args) => pageCost(args, USER_PAGE_BOUNDS),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: UserFilter,
        description: 'Filter for the users to return. Defaults to all users.',
      }),
    },
    validate: { schema: createChecks(listUsersInput) },
    resolve: async (_root, args, ctx) => {
      const count = async () => await countUsers(ctx, args.filter);
      return Object.assign(await listUsers(ctx, args), { count });
    },
  }),
  user: t.field({
    type: UserType,
    nullable: true,
    description:
      'User with the given id or e-mail address. Null when the service has no such user. Requires scope `user:manage`.',
    args: {
      by: t.arg({ type: UserLookup, required: true, description: 'Reference to the user.' }),
    },
    validate: { schema: createChecks(userInput) },
    resolve: async (_root, args, ctx) => await findUser(ctx, args.by),
  }),
}));
