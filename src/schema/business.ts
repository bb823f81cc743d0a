import type { Business, ResponsibleUser } from '../domain/business.ts';
import { parseDatabaseId } from '../domain/global-id.ts';
import { findBusiness, getBusiness } from '../resolvers/business/find-business.ts';
import { businessInput } from '../resolvers/business/inputs.ts';
import { countBusinesses, listBusinesses } from '../resolvers/business/list-businesses.ts';
import { countParticipants, listParticipants } from '../resolvers/business/list-participants.ts';
import { pageInput } from '../resolvers/paging.ts';
import { checksOf } from '../validate.ts';
import { builder } from './builder.ts';
import { BusinessLookup } from './lookups.ts';
import { ParticipantConnection, ParticipantType } from './participant.ts';

const ResponsibleUserType = builder.objectRef<ResponsibleUser>('ResponsibleUser').implement({
  description: 'The user responsible for a business. v4: `responsible_user`.',
  fields: (t) => ({
    givenName: t.exposeString('givenName', { description: 'v4 `name`.' }),
    paternalSurname: t.exposeString('paternalSurname', {
      nullable: true,
      description: 'v4 `first_last_name`; null where v4 sends an empty string.',
    }),
    maternalSurname: t.exposeString('maternalSurname', {
      nullable: true,
      description: 'v4 `second_last_name`; null where v4 sends an empty string.',
    }),
    email: t.exposeString('email', { nullable: true, description: 'v4 `email`.' }),
  }),
});

export const BusinessType = builder.objectRef<Business>('Business');
builder.node(BusinessType, {
  description: 'A business registered by a provider. v4: `data.business`.',
  id: { resolve: (business) => business.id, parse: parseDatabaseId },
  loadOne: async (databaseId, ctx) =>
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
    participants: t.field({
      type: ParticipantConnection,
      description:
        'v4 `participantes` (v4 sends all of them at once), by internal id. Pages of 100, at most 1000.',
      args: t.arg.connectionArgs(),
      validate: { schema: checksOf(pageInput) },
      resolve: async (business, args, ctx) => ({
        ...(await listParticipants(ctx, business.id, args)),
        count: async () => await countParticipants(ctx, business.id),
      }),
    }),
    participantCount: t.int({
      description: 'How many participants the business has. v4: the length of `participantes`.',
      resolve: async (business, _args, ctx) => await countParticipants(ctx, business.id),
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

const BusinessConnection = builder.connectionObject(
  {
    type: BusinessType,
    name: 'BusinessConnection',
    description: 'A page of a list, as the Relay cursor connection specification has it.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'Counted only when selected; capped at 10 000. Not in v4.',
        resolve: async (page) => await page.count(),
      }),
    }),
  },
  { name: 'BusinessEdge', description: 'One element of a page.' },
);

builder.queryFields((t) => ({
  business: t.field({
    type: BusinessType,
    nullable: true,
    description:
      'Null when it does not exist or belongs to another service. v4: GET /api/v4/business/detail.',
    args: { by: t.arg({ type: BusinessLookup, required: true }) },
    validate: { schema: checksOf(businessInput) },
    resolve: async (_root, args, ctx) => await findBusiness(ctx, args.by),
  }),
  businesses: t.field({
    type: BusinessConnection,
    description:
      'The businesses of the service, newest first. Pages of 20, at most 100. Not in v4.',
    args: t.arg.connectionArgs(),
    validate: { schema: checksOf(pageInput) },
    resolve: async (_root, args, ctx) => ({
      ...(await listBusinesses(ctx, args)),
      count: async () => await countBusinesses(ctx),
    }),
  }),
}));
