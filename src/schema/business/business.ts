import type { BusinessWithPage } from '../../domain/business.ts';
import { parseDatabaseId } from '../../domain/global-id.ts';
import { findBusiness, getBusiness } from '../../resolvers/business/find-business.ts';
import { findBusinessPrefetched } from '../../resolvers/business/find-business-prefetched.ts';
import { businessInput } from '../../resolvers/business/inputs.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { BusinessLookup } from '../base/lookups.ts';
import { lookAhead } from './look-ahead.ts';
import { ParticipantType } from './participant.ts';
import { ResponsibleUserType } from './responsible-user.ts';

export const BusinessType = builder.objectRef<BusinessWithPage>('Business');
builder.node(BusinessType, {
  description: 'A business registered by a provider. v4: `data.business`.',
  id: { resolve: (business) => business.id, parse: parseDatabaseId },
  loadWithoutCache: async (databaseId, ctx) =>
    databaseId === undefined ? null : await findBusiness(ctx, { databaseId }),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'v4 `business.id`: internal id.',
      resolve: (business) => business.id,
    }),
    externalId: t.expose('externalId', {
      type: 'SafeInt',
      description: 'v4 `id_negocio`: id given by the provider. Unique per service.',
    }),
    code: t.exposeString('code', { description: 'v4 `cod_negocio`.' }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'v4 `business_name`. Null here where v4 sends an empty string.',
    }),
    responsibleUser: t.expose('responsibleUser', {
      type: ResponsibleUserType,
      nullable: true,
      description: 'v4 `responsible_user`.',
    }),
    hasPendingMatches: t.exposeBoolean('hasPendingMatches', {
      description: 'Whether v4 `match_resolution_pending` is true of any participant.',
    }),
    hasMissingDocuments: t.exposeBoolean('hasMissingDocuments', {
      description: 'Whether v4 `id_descarga` is null in a document of any participant.',
    }),
    version: t.exposeInt('version', {
      description: 'Grows with every change of the business. Not in v4.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Not in v4.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Not in v4.' }),
  }),
});

builder.objectField(ParticipantType, 'business', (t) =>
  t.field({
    type: BusinessType,
    description: 'The business it takes part in. v4: `data.business`.',
    resolve: async (participant, _args, ctx) => await getBusiness(ctx, participant.businessId),
  }),
);

builder.queryField('business', (t) =>
  t.field({
    type: BusinessType,
    nullable: true,
    description:
      'Null when it does not exist or belongs to another service. v4: GET /api/v4/business/detail.',
    args: { by: t.arg({ type: BusinessLookup, required: true }) },
    validate: { schema: checksOf(businessInput) },
    resolve: async (...[, args, ctx, info]) =>
      await findBusinessPrefetched(ctx, args.by, lookAhead(info)),
  }),
);
