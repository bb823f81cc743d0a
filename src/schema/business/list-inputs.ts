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
    code: t.field({ type: StringFilter, description: 'v4 `cod_negocio`.' }),
    name: t.field({
      type: StringFilter,
      description: 'v4 `business_name`. A business without a name never passes.',
    }),
    externalIdIn: t.field({
      type: ['SafeInt'],
      description: 'v4 `id_negocio`: one of these, at most 1000.',
    }),
    hasPendingMatches: t.boolean({
      description: 'Whether `match_resolution_pending` (v4) is true of any participant.',
    }),
    hasMissingDocuments: t.boolean({
      description: 'Whether `id_descarga` (v4) is null in a document of any participant.',
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
    personType: t.field({ type: PersonType, description: 'v4 `tipo_per`.' }),
    role: t.string({ description: 'One of its v4 `roles`, to the letter.' }),
    hasPendingMatches: t.boolean({ description: 'v4 `match_resolution_pending`.' }),
    hasLegalActFolio: t.boolean({ description: 'What completeBusiness goes by. Not in v4.' }),
    hasMissingDocuments: t.boolean({
      description: 'Whether v4 `id_descarga` is null in any of its documents.',
    }),
  }),
});

const BusinessOrderField = builder.enumType('BusinessOrderField', {
  description: 'What businesses are sorted on; equals by internal id.',
  values: {
    CREATED_AT: { value: 'created_at', description: 'Not in v4.' },
    UPDATED_AT: { value: 'updated_at', description: 'Not in v4.' },
    NAME: {
      value: 'name',
      description:
        'v4 `business_name`, whatever the case and the marks of Latin letters. A business without a name comes last in both directions.',
    },
  } as const,
});

const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Upwards or downwards.',
  values: {
    ASC: { value: 'asc', description: 'Not in v4.' },
    DESC: { value: 'desc', description: 'Not in v4.' },
  } as const,
});

export const BusinessOrder = builder.inputType('BusinessOrder', {
  description: 'Newest first unless it says otherwise. Cursors are good for one order only.',
  fields: (t) => ({
    field: t.field({
      type: BusinessOrderField,
      required: true,
      defaultValue: 'created_at',
      description: 'Not in v4.',
    }),
    direction: t.field({
      type: OrderDirection,
      required: true,
      defaultValue: 'desc',
      description: 'Not in v4.',
    }),
  }),
});
