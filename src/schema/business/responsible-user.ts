import type { ResponsibleUser } from '../../domain/business/business.ts';
import { parseDatabaseId } from '../../domain/shared/global-id.ts';
import { findResponsibleUser } from '../../resolvers/upsert/responsible-user.ts';
import { builder } from '../base/builder.ts';

export const ResponsibleUserType = builder.objectRef<ResponsibleUser>('ResponsibleUser');
builder.node(ResponsibleUserType, {
  description: 'User responsible for a business. v4: `responsible_user`.',
  id: { resolve: (user) => user.id, parse: parseDatabaseId },
  loadOne: async (databaseId, ctx) =>
    databaseId === undefined ? null : await findResponsibleUser(ctx, databaseId),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'Internal id of the user, unique in the service. v4: `user_id`.',
      resolve: (user) => user.id,
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
    email: t.exposeString('email', {
      nullable: true,
      description: 'E-mail address of the user. Null when there is none. v4: `email`.',
    }),
  }),
});
