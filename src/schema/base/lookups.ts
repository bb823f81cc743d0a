import { builder } from './builder.ts';

/** The description of every input's `idempotencyKey`. */
export const IDEMPOTENCY_KEY =
  'Same key and same input within 24 h returns the first result; same key with another input fails with IDEMPOTENCY_KEY_REUSED. The Idempotency-Key header is used when absent. v4: that header.';

/** The description of every payload's `replayed`. */
export const REPLAYED =
  'Whether this is the answer to an earlier request with the same idempotency key. Not in v4, whose answer carries a header instead.';

export const BusinessLookup = builder.inputType('BusinessLookup', {
  description: 'Names one business, by exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'The global id. Not in v4.' }),
    databaseId: t.field({ type: 'SafeInt', description: 'The internal id. v4 `business.id`.' }),
    externalId: t.field({
      type: 'SafeInt',
      description: 'The id that the provider gave it. v4 `id_negocio`.',
    }),
    code: t.string({
      description:
        'The code that the provider gave it; refused where several businesses have it. v4 `cod_negocio`.',
    }),
  }),
});

export const ParticipantLookup = builder.inputType('ParticipantLookup', {
  description: 'Names one participant, by exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'The global id. Not in v4.' }),
    databaseId: t.field({
      type: 'SafeInt',
      description: 'The internal id. v4 `participantes[].id`.',
    }),
  }),
});

export const FileLookup = builder.inputType('FileLookup', {
  description: 'Names one file, by exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'The global id. Not in v4.' }),
    databaseId: t.field({
      type: 'SafeInt',
      description: 'The internal id. v4 `file_id` and `id_descarga`.',
    }),
  }),
});

export const UserLookup = builder.inputType('UserLookup', {
  description: 'Names one user, by exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'The global id. Not in v4.' }),
    databaseId: t.field({ type: 'SafeInt', description: 'The internal id. v4 `user_id`.' }),
    email: t.string({ description: 'The whole address, in any case. v4 `email`.' }),
  }),
});
