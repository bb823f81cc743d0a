import type { Participant } from '../../domain/business/participant.ts';
import { parseDatabaseId } from '../../domain/shared/global-id.ts';
import { findParticipant } from '../../resolvers/business/find-participant.ts';
import { participantInput } from '../../resolvers/business/inputs.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { ParticipantLookup } from '../base/lookups.ts';

export const PersonType = builder.enumType('PersonType', {
  description: 'Type of person: natural person or legal entity. v4: `tipo_per`.',
  values: {
    NATURAL_PERSON: { value: 'natural', description: 'Natural person. v4: `FIS`.' },
    LEGAL_ENTITY: { value: 'legal', description: 'Legal entity. v4: `MOR`.' },
  } as const,
});

const PhoneNumber = builder
  .objectRef<Pick<Participant, 'phoneCountryCode' | 'phoneNumber'>>('PhoneNumber')
  .implement({
    description: 'Telephone number as the client system sent it.',
    fields: (t) => ({
      countryCode: t.exposeString('phoneCountryCode', {
        nullable: true,
        description: 'Country calling code. Null when there is none. v4: `codigo_telefonico`.',
      }),
      number: t.exposeString('phoneNumber', {
        nullable: true,
        description: 'Number without the country code. Null when there is none. v4: `telefono`.',
      }),
    }),
  });

export const ParticipantType = builder.objectRef<Participant>('Participant');
builder.node(ParticipantType, {
  description:
    'Natural person or legal entity that participates in a business. v4: `participantes[]`.',
  id: { resolve: (participant) => participant.id, parse: parseDatabaseId },
  loadWithoutCache: async (databaseId, ctx) =>
    databaseId === undefined ? null : await findParticipant(ctx, { databaseId }),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description:
        'Internal id of the participant, unique in the service. v4: `participantes[].id`.',
      resolve: (participant) => participant.id,
    }),
    externalPersonId: t.expose('externalPersonId', {
      type: 'SafeInt',
      description:
        'Id of the person in the client system. The same person may participate in several businesses. v4: `id_persona`.',
    }),
    personType: t.expose('personType', {
      type: PersonType,
      description: 'Type of person: natural person or legal entity. v4: `tipo_per`.',
    }),
    registrationMode: t.exposeString('registrationMode', {
      description:
        'Mode in which the participant was registered, as sent by the client system; any text is accepted. v4: `mod_carga`.',
    }),
    hasPendingMatches: t.exposeBoolean('hasPendingMatches', {
      description:
        'True when at least one match of the participant awaits a decision, or the data import marked the participant as pending without matches. v4: `match_resolution_pending`.',
    }),
    roles: t.exposeStringList('roles', {
      description:
        'Roles of the participant in the business, as sent by the client system; any text is accepted. v4: `roles`.',
    }),
    legalActFolio: t.exposeString('legalActFolio', {
      nullable: true,
      description:
        'Folio of the legal act (acto jurídico) of the participant. Null when there is none. completeBusiness selects the participants to delete by whether they have a folio. v4: `folio_acto_juridico`.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the participant was created in the gateway.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description:
        'Time of the last change to the fields of the participant, its personal information or `hasPendingMatches`. Does not change when a document is requested or attached; `Business.updatedAt` does.',
    }),
  }),
});

/** Identity and contact data of the participant. */
builder.objectFields(ParticipantType, (t) => ({
  name: t.exposeString('name', {
    description: 'Given name of a natural person, or name of a legal entity. v4: `nombre`.',
  }),
  paternalSurname: t.exposeString('paternalSurname', {
    nullable: true,
    description:
      'First surname. Null when there is none. v4: `apellido_paterno`, an empty string when there is none.',
  }),
  maternalSurname: t.exposeString('maternalSurname', {
    nullable: true,
    description:
      'Second surname. Null when there is none. v4: `apellido_materno`, an empty string when there is none.',
  }),
  email: t.exposeString('email', {
    nullable: true,
    description:
      'E-mail address. Null when there is none. v4: `email`, an empty string when there is none.',
  }),
  phone: t.field({
    type: PhoneNumber,
    nullable: true,
    description:
      'Telephone number. Null when there is none. v4: `codigo_telefonico` and `telefono`.',
    resolve: (participant) =>
      participant.phoneCountryCode === null && participant.phoneNumber === null
        ? null
        : participant,
  }),
}));

export const ParticipantConnection = builder.connectionObject(
  {
    type: ParticipantType,
    name: 'ParticipantConnection',
    description: 'Page of a list, by the Relay cursor connection specification.',
    fields: (t) => ({
      totalCount: t.int({
        description:
          'Number of participants that match the filter; in Query.participants, 10,000 when there are more. Counted only when selected. v4: the length of `participantes`.',
        resolve: async (page) => await page.count(),
      }),
    }),
  },
  { name: 'ParticipantEdge', description: 'Item of a page with its cursor.' },
);

builder.queryField('participant', (t) =>
  t.field({
    type: ParticipantType,
    nullable: true,
    description:
      'Participant with the given id. Null when the service has no such participant. Requires scope `business:read`. v4: an element of `participantes`, and `participant` of GET /api/v4/fiduciary/participant/detail.',
    args: {
      by: t.arg({
        type: ParticipantLookup,
        required: true,
        description: 'Reference to the participant.',
      }),
    },
    validate: { schema: createChecks(participantInput) },
    resolve: async (_root, args, ctx) => await findParticipant(ctx, args.by),
  }),
);
