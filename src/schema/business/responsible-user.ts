import type { ResponsibleUser } from '../../domain/business.ts';
import { parseDatabaseId } from '../../domain/global-id.ts';
import { findResponsibleUser } from '../../resolvers/business/responsible-user.ts';
import { builder } from '../base/builder.ts';

export const ResponsibleUserType = builder.objectRef<ResponsibleUser>('ResponsibleUser');
builder.node(ResponsibleUserType, {
  description: 'The user responsible for a business. v4: `responsible_user`.',
  id: { resolve: (user) => user.id, parse: parseDatabaseId },
  loadOne: async (databaseId, ctx) =>
    databaseId === undefined ? null : await findResponsibleUser(ctx, databaseId),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'The internal id of the user. v4 `user_id`.',
      resolve: (user) => user.id,
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
    email: t.exposeString('email', {
      nullable: true,
      description: 'The e-mail address. v4 `email`.',
    }),
  }),
});
