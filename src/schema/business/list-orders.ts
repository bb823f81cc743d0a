import { builder } from '../base/builder.ts';

const BusinessOrderField = builder.enumType('BusinessOrderField', {
  description:
    'Field that businesses are sorted by. Businesses with equal values are sorted by `databaseId`.',
  values: {
    CREATED_AT: {
      value: 'created_at',
      description: 'Time when the business was created in the gateway.',
    },
    UPDATED_AT: {
      value: 'updated_at',
      description: 'Time when `Business.version` was last incremented (`Business.updatedAt`).',
    },
    NAME: {
      value: 'name',
      description:
        'Name of the business, ignoring case and diacritics of Latin letters. Businesses without a name come last in both directions. v4: `business_name`.',
    },
  } as const,
});

const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Direction of a sort.',
  values: {
    ASC: {
      value: 'asc',
      description: 'Ascending: smallest, earliest or alphabetically first value first.',
    },
    DESC: {
      value: 'desc',
      description: 'Descending: largest, latest or alphabetically last value first.',
    },
  } as const,
});

export const BusinessOrder = builder.inputType('BusinessOrder', {
  description:
    'Order of businesses. A cursor is valid only for the order that it was created with.',
  fields: (t) => ({
    field: t.field({
      type: BusinessOrderField,
      required: true,
      defaultValue: 'created_at',
      description: 'Field to sort by.',
    }),
    direction: t.field({
      type: OrderDirection,
      required: true,
      defaultValue: 'desc',
      description: 'Direction of the sort.',
    }),
  }),
});

const ParticipantOrderField = builder.enumType('ParticipantOrderField', {
  description:
    'Field that participants are sorted by. Participants with equal values are sorted by `databaseId`.',
  values: {
    CREATED_AT: {
      value: 'created_at',
      description: 'Time when the participant was created in the gateway.',
    },
    UPDATED_AT: {
      value: 'updated_at',
      description: 'Time of the last change to the participant (`Participant.updatedAt`).',
    },
    NAME: {
      value: 'name',
      description:
        'Name, then first surname, then second surname, ignoring case and diacritics of Latin letters. v4: `nombre`, `apellido_paterno` and `apellido_materno`.',
    },
    DATABASE_ID: {
      value: 'id',
      description: '`databaseId` of the participant. v4: `participantes[].id`.',
    },
  } as const,
});

export const ParticipantOrder = builder.inputType('ParticipantOrder', {
  description:
    'Order of participants. A cursor is valid only for the order that it was created with.',
  fields: (t) => ({
    field: t.field({
      type: ParticipantOrderField,
      required: true,
      defaultValue: 'created_at',
      description: 'Field to sort by.',
    }),
    direction: t.field({
      type: OrderDirection,
      required: true,
      defaultValue: 'desc',
      description: 'Direction of the sort.',
    }),
  }),
});
