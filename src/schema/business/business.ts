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
      description: 'The internal id. v4 `business.id`.',
      resolve: (business) => business.id,
    }),
    externalId: t.expose('externalId', {
      type: 'SafeInt',
      description: 'The id that the provider gave it, unique in the service. v4 `id_negocio`.',
    }),
    code: t.exposeString('code', {
      description:
        'The code that the provider gave it; several businesses may have the same. v4 `cod_negocio`.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'Its name; null here where v4 sends an empty string. v4 `business_name`.',
    }),
    responsibleUser: t.expose('responsibleUser', {
      type: ResponsibleUserType,
      nullable: true,
      description: 'Who is responsible for it; null where nobody is named. v4 `responsible_user`.',
    }),
    hasPendingMatches: t.exposeBoolean('hasPendingMatches', {
      description:
        'Whether a match of any participant waits for a decision. v4: `match_resolution_pending` is true.',
    }),
    hasMissingDocuments: t.exposeBoolean('hasMissingDocuments', {
      description:
        'Whether the file of a document of any participant is missing. v4: `id_descarga` is null.',
    }),
    version: t.exposeInt('version', {
      description: 'Grows with every change of the business. Not in v4.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the business first came to the gateway. Not in v4.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When anything of the business last changed. Not in v4.',
    }),
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
    args: { by: t.arg({ type: BusinessLookup, required: true, description: 'Which business.' }) },
    validate: { schema: checksOf(businessInput) },
    resolve: async (...[, args, ctx, info]) =>
      await findBusinessPrefetched(ctx, args.by, lookAhead(info)),
  }),
);
