import { builder } from '../base/builder.ts';

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

const ParticipantOrderField = builder.enumType('ParticipantOrderField', {
  description: 'What participants are sorted on; equals by internal id.',
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
        'Their names, then the first and the second surname, whatever the case and the marks of Latin letters. v4 `nombre`, `apellido_paterno` and `apellido_materno`.',
    },
    DATABASE_ID: { value: 'id', description: 'Their internal ids. v4 `participantes[].id`.' },
  } as const,
});

export const ParticipantOrder = builder.inputType('ParticipantOrder', {
  description: 'Newest first unless it says otherwise. Cursors are good for one order only.',
  fields: (t) => ({
    field: t.field({
      type: ParticipantOrderField,
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
