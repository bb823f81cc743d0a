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
  description:
    'Business (negocio) that a client system registered, with its participants and their requested documents. v4: `data.business`.',
  id: { resolve: (business) => business.id, parse: parseDatabaseId },
  loadWithoutCache: async (databaseId, ctx) =>
    databaseId === undefined ? null : await findBusiness(ctx, { databaseId }),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'Internal id of the business, unique in the service. v4: `business.id`.',
      resolve: (business) => business.id,
    }),
    externalId: t.expose('externalId', {
      type: 'SafeInt',
      description:
        'Id of the business in the client system, unique in the service. v4: `id_negocio`.',
    }),
    code: t.exposeString('code', {
      description:
        'Code of the business in the client system. Several businesses may have the same code. v4: `cod_negocio`.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description:
        'Name of the business. Null when the business has none. v4: `business_name`, an empty string when the business has none.',
    }),
    responsibleUser: t.expose('responsibleUser', {
      type: ResponsibleUserType,
      nullable: true,
      description:
        'User responsible for the business. Null when none is assigned. v4: `responsible_user`.',
    }),
    hasPendingMatches: t.exposeBoolean('hasPendingMatches', {
      description:
        'True when `Participant.hasPendingMatches` is true for at least one participant. v4: `match_resolution_pending` is true.',
    }),
    hasMissingDocuments: t.exposeBoolean('hasMissingDocuments', {
      description:
        'True when at least one requested document of a participant has no file. v4: `id_descarga` is null.',
    }),
    version: t.exposeInt('version', {
      description:
        'Version of the business, incremented by each change to the business, its participants, their requested documents or the state of their matches. A mutation with `expectedVersion` fails when the version has changed.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the business was created in the gateway.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description:
        'Time when `version` was last incremented: by a change to the business, its participants, their requested documents or the state of their matches.',
    }),
  }),
});

builder.objectField(ParticipantType, 'business', (t) =>
  t.field({
    type: BusinessType,
    description: 'Business that the participant participates in. v4: `data.business`.',
    resolve: async (participant, _args, ctx) => await getBusiness(ctx, participant.businessId),
  }),
);

builder.queryField('business', (t) =>
  t.field({
    type: BusinessType,
    nullable: true,
    description:
      'Business with the given id or code. Null when the service has no such business. Requires scope `business:read`. v4: GET /api/v4/business/detail.',
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
