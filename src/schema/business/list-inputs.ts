import { builder } from '../base/builder.ts';
import { PersonType } from './participant.ts';

const StringFilter = builder.inputType('StringFilter', {
  description: 'Which texts pass.',
  isOneOf: true,
  fields: (t) => ({
    equals: t.string({ description: 'This text, to the letter. Not in v4.' }),
    startsWith: t.string({
      description:
        'What begins like this, at most 200 characters. Case and the marks of Latin letters do not matter: nunez finds Núñez. No character has a meaning of its own. Not in v4.',
    }),
  }),
});

export const BusinessFilter = builder.inputType('BusinessFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    code: t.field({ type: StringFilter, description: 'Its code. v4 `cod_negocio`.' }),
    name: t.field({
      type: StringFilter,
      description: 'Its name. A business without a name never passes. v4 `business_name`.',
    }),
    externalIdIn: t.field({
      type: ['SafeInt'],
      description: 'One of these ids of the provider, at most 1000. v4 `id_negocio`.',
    }),
    hasPendingMatches: t.boolean({
      description:
        'Whether a match of any participant waits for a decision. v4: `match_resolution_pending` is true.',
    }),
    hasMissingDocuments: t.boolean({
      description:
        'Whether the file of a document of any participant is missing. v4: `id_descarga` is null.',
    }),
    updatedSince: t.field({
      type: 'DateTime',
      description: 'Changed at this instant or later. Not in v4.',
    }),
  }),
});

export const ParticipantFilter = builder.inputType('ParticipantFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    personType: t.field({
      type: PersonType,
      description: 'Whether it is a person or a legal entity. v4 `tipo_per`.',
    }),
    role: t.string({ description: 'One of its roles, to the letter. v4 `roles`.' }),
    hasPendingMatches: t.boolean({
      description: 'Whether a match waits for a decision. v4 `match_resolution_pending`.',
    }),
    hasLegalActFolio: t.boolean({ description: 'What completeBusiness goes by. Not in v4.' }),
    hasMissingDocuments: t.boolean({
      description:
        'Whether the file of any of its documents is missing. v4: `id_descarga` is null.',
    }),
  }),
});

const BusinessOrderField = builder.enumType('BusinessOrderField', {
  description: 'What businesses are sorted on; equals by internal id.',
  values: {
    CREATED_AT: {
      value: 'created_at',
      description: 'When they first came to the gateway. Not in v4.',
    },
    UPDATED_AT: {
      value: 'updated_at',
      description: 'When anything of them last changed. Not in v4.',
    },
    NAME: {
      value: 'name',
      description:
        'Their names, whatever the case and the marks of Latin letters. A business without a name comes last in both directions. v4 `business_name`.',
    },
  } as const,
});

const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Upwards or downwards.',
  values: {
    ASC: {
      value: 'asc',
      description:
        'Upwards: the smallest, earliest or alphabetically first comes first. Not in v4.',
    },
    DESC: {
      value: 'desc',
      description: 'Downwards: the largest, latest or alphabetically last comes first. Not in v4.',
    },
  } as const,
});

export const BusinessOrder = builder.inputType('BusinessOrder', {
  description: 'Newest first unless it says otherwise. Cursors are good for one order only.',
  fields: (t) => ({
    field: t.field({
      type: BusinessOrderField,
      required: true,
      defaultValue: 'created_at',
      description: 'What they are sorted on. Not in v4.',
    }),
    direction: t.field({
      type: OrderDirection,
      required: true,
      defaultValue: 'desc',
      description: 'Upwards or downwards. Not in v4.',
    }),
  }),
});
