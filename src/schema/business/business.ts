import type { BusinessWithPage } from '../../domain/business/business.ts';
import { parseDatabaseId } from '../../domain/shared/global-id.ts';
import { findBusiness, getBusiness } from '../../resolvers/business/find-business.ts';
import { findBusinessPrefetched } from '../../resolvers/business/find-business-prefetched.ts';
import { businessInput } from '../../resolvers/business/inputs.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { BusinessLookup } from '../base/lookups.ts';
import { ParticipantType } from './participant.ts';
import { readPrefetch } from './read-prefetch.ts';
import { ResponsibleUserType } from './responsible-user.ts';

export const BusinessType = builder.objectRef<BusinessWithPage>('Business');
builder.node(BusinessType, {
  description: 'Business registered by a provider. v4: `data.business`.',
  id: { resolve: (business) => business.id, parse: parseDatabaseId },
  loadWithoutCache: async (databaseId, ctx) =>
    databaseId === undefined ? null : await findBusiness(ctx, { databaseId }),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'Internal id of the business. v4: `business.id`.',
      resolve: (business) => business.id,
    }),
    externalId: t.expose('externalId', {
      type: 'SafeInt',
      description:
        'Id that the provider assigned to the business, unique in the service. v4: `id_negocio`.',
    }),
    code: t.exposeString('code', {
      description:
        'Code that the provider assigned to the business; several businesses may have the same code. v4: `cod_negocio`.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description:
        'Name of the business. Null when it has none, where v4 sends an empty string. v4: `business_name`.',
    }),
    responsibleUser: t.expose('responsibleUser', {
      type: ResponsibleUserType,
      nullable: true,
      description:
        'User responsible for the business. Null when none is assigned. v4: `responsible_user`.',
    }),
    hasPendingMatches: t.exposeBoolean('hasPendingMatches', {
      description:
        'True when a match of any participant is pending. v4: `match_resolution_pending` is true.',
    }),
    hasMissingDocuments: t.exposeBoolean('hasMissingDocuments', {
      description:
        'True when a requested document of any participant has no file. v4: `id_descarga` is null.',
    }),
    version: t.exposeInt('version', {
      description: 'Version of the business. Increases with every change.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the business was created in the gateway.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the last change to the business or its participants.',
    }),
  }),
});

builder.objectField(ParticipantType, 'business', (t) =>
  t.field({
    type: BusinessType,
    description: 'Business of the participant. v4: `data.business`.',
    resolve: async (participant, _args, ctx) => await getBusiness(ctx, participant.businessId),
  }),
);

builder.queryField('business', (t) =>
  t.field({
    type: BusinessType,
    nullable: true,
    description:
      'Business found by one of its ids or its code. Null when it does not exist or belongs to another service. v4: GET /api/v4/business/detail.',
    args: {
      by: t.arg({
        type: BusinessLookup,
        required: true,
        description: 'Reference to the business.',
      }),
    },
    validate: { schema: createChecks(businessInput) },
    resolve: async (...[, args, ctx, info]) =>
      await findBusinessPrefetched(ctx, args.by, readPrefetch(info)),
  }),
);
