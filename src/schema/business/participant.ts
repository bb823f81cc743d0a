import { parseDatabaseId } from '../../domain/global-id.ts';
import type { Participant } from '../../domain/participant.ts';
import { findParticipant } from '../../resolvers/business/find-participant.ts';
import { participantInput } from '../../resolvers/business/inputs.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { ParticipantLookup } from '../base/lookups.ts';

export const PersonType = builder.enumType('PersonType', {
  description: 'Whether somebody is a person or a legal entity. v4 `tipo_per`.',
  values: {
    NATURAL_PERSON: { value: 'natural', description: 'A natural person. v4 `FIS`.' },
    LEGAL_ENTITY: { value: 'legal', description: 'A legal entity. v4 `MOR`.' },
  } as const,
});

const PhoneNumber = builder
  .objectRef<Pick<Participant, 'phoneCountryCode' | 'phoneNumber'>>('PhoneNumber')
  .implement({
    description: 'A telephone number as it was captured.',
    fields: (t) => ({
      countryCode: t.exposeString('phoneCountryCode', {
        nullable: true,
        description: 'The code of the country. v4 `codigo_telefonico`.',
      }),
      number: t.exposeString('phoneNumber', {
        nullable: true,
        description: 'The number without that code. v4 `telefono`.',
      }),
    }),
  });

export const ParticipantType = builder.objectRef<Participant>('Participant');
builder.node(ParticipantType, {
  description: 'A natural person or legal entity taking part in a business. v4: `participantes[]`.',
  id: { resolve: (participant) => participant.id, parse: parseDatabaseId },
  loadWithoutCache: async (databaseId, ctx) =>
    databaseId === undefined ? null : await findParticipant(ctx, { databaseId }),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'The internal id. v4 `participantes[].id`.',
      resolve: (participant) => participant.id,
    }),
    externalPersonId: t.expose('externalPersonId', {
      type: 'SafeInt',
      description: 'The person’s id at the provider. v4 `id_persona`.',
    }),
    personType: t.expose('personType', {
      type: PersonType,
      description: 'Whether it is a person or a legal entity. v4 `tipo_per`.',
    }),
    registrationMode: t.exposeString('registrationMode', {
      description:
        'How it was registered; open vocabulary, so a String and not an enum. v4 `mod_carga`.',
    }),
    hasPendingMatches: t.exposeBoolean('hasPendingMatches', {
      description: 'Whether a match waits for a decision. v4 `match_resolution_pending`.',
    }),
    roles: t.exposeStringList('roles', {
      description: 'What it is in the business; open vocabulary. v4 `roles`.',
    }),
    legalActFolio: t.exposeString('legalActFolio', {
      nullable: true,
      description:
        'The legal-act folio (v4 speaks of the juridical folio); null when there is none. Decides what completeBusiness deletes.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the participant first came to the gateway. Not in v4.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When anything of the participant last changed. Not in v4.',
    }),
  }),
});

/** Who it is, and how to reach them. */
builder.objectFields(ParticipantType, (t) => ({
  name: t.exposeString('name', {
    description: 'The given name, or the name of a legal entity. v4 `nombre`.',
  }),
  paternalSurname: t.exposeString('paternalSurname', {
    nullable: true,
    description: 'The first surname. v4 `apellido_paterno`; null where v4 sends an empty string.',
  }),
  maternalSurname: t.exposeString('maternalSurname', {
    nullable: true,
    description: 'The second surname. v4 `apellido_materno`; null where v4 sends an empty string.',
  }),
  email: t.exposeString('email', {
    nullable: true,
    description: 'The e-mail address. v4 `email`; null where v4 sends an empty string.',
  }),
  phone: t.field({
    type: PhoneNumber,
    nullable: true,
    description:
      'The telephone number; null where both of its parts are empty. v4 `codigo_telefonico` and `telefono`.',
    resolve: (one) => (one.phoneCountryCode === null && one.phoneNumber === null ? null : one),
  }),
}));

export const ParticipantConnection = builder.connectionObject(
  {
    type: ParticipantType,
    name: 'ParticipantConnection',
    description: 'A page of a list, as the Relay cursor connection specification has it.',
    fields: (t) => ({
      totalCount: t.int({
        description:
          'How many pass the filter. Counted only when selected. v4: the length of `participantes`.',
        resolve: async (page) => await page.count(),
      }),
    }),
  },
  { name: 'ParticipantEdge', description: 'One element of a page.' },
);

builder.queryField('participant', (t) =>
  t.field({
    type: ParticipantType,
    nullable: true,
    description:
      'Null when it does not exist or belongs to another service. v4: an element of `participantes`, and `participant` of GET /api/v4/fiduciary/participant/detail.',
    args: {
      by: t.arg({ type: ParticipantLookup, required: true, description: 'Which participant.' }),
    },
    validate: { schema: checksOf(participantInput) },
    resolve: async (_root, args, ctx) => await findParticipant(ctx, args.by),
  }),
);
