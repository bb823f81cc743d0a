import { builder } from './builder.ts';

/** Description of `idempotencyKey` in every input. */
export const IDEMPOTENCY_KEY =
  'Idempotency key of the request, valid for 24 hours. The same key with the same input returns the first result. The same key with another input fails with IDEMPOTENCY_KEY_REUSED. Defaults to the Idempotency-Key header. v4: that header.';

/** Description of `replayed` in every payload. */
export const REPLAYED =
  'True when this is the stored result of an earlier request with the same idempotency key. v4: a response header.';

export const BusinessLookup = builder.inputType('BusinessLookup', {
  description: 'Reference to one business. Exactly one of the fields is required.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Global id of the business.' }),
    databaseId: t.field({
      type: 'SafeInt',
      description: 'Internal id of the business. v4: `business.id`.',
    }),
    externalId: t.field({
      type: 'SafeInt',
      description: 'Id that the provider assigned to the business. v4: `id_negocio`.',
    }),
    code: t.string({
      description:
        'Code that the provider assigned to the business. Rejected when several businesses have the code. v4: `cod_negocio`.',
    }),
  }),
});

export const ParticipantLookup = builder.inputType('ParticipantLookup', {
  description: 'Reference to one participant. Exactly one of the fields is required.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Global id of the participant.' }),
    databaseId: t.field({
      type: 'SafeInt',
      description: 'Internal id of the participant. v4: `participantes[].id`.',
    }),
  }),
});

export const FileLookup = builder.inputType('FileLookup', {
  description: 'Reference to one file. Exactly one of the fields is required.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Global id of the file.' }),
    databaseId: t.field({
      type: 'SafeInt',
      description: 'Internal id of the file. v4: `file_id` and `id_descarga`.',
    }),
  }),
});

export const UserLookup = builder.inputType('UserLookup', {
  description: 'Reference to one user. Exactly one of the fields is required.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Global id of the user.' }),
    databaseId: t.field({
      type: 'SafeInt',
      description: 'Internal id of the user. v4: `user_id`.',
    }),
    email: t.string({
      description: 'Complete e-mail address of the user, compared without case. v4: `email`.',
    }),
  }),
});
