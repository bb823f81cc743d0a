import { builder } from './builder.ts';

/** Description of `idempotencyKey` in every input. */
export const IDEMPOTENCY_KEY =
  'Idempotency key of the request, valid for 24 hours. A request with the same key and the same input is executed once; repeated requests return its result. A request with the same key and another mutation or input fails with IDEMPOTENCY_KEY_REUSED. Defaults to the Idempotency-Key header. v4: header `Idempotency-Key`.';

/** Description of `replayed` in every payload. */
export const REPLAYED =
  'True when this request repeats an earlier one with the same idempotency key and therefore changed nothing. Objects are returned in their current state; other fields as in the first response, unless their description states otherwise. v4: response header Idempotent-Replay.';

/** Returns the description of a payload type, from which the name of its mutation follows. */
export function describePayload(typeName: string): string {
  const mutation = typeName.replace(/Payload$/, '');
  return `Payload of ${mutation.charAt(0).toLowerCase()}${mutation.slice(1)}.`;
}

/** Returns the description of an error for an object that does not exist. */
export function describeMissing(object: string): string {
  return `Error for a ${object} that does not exist in the service. A repeated request with an idempotency key fails with this error when the ${object} was deleted in the meantime.`;
}

export const BusinessLookup = builder.inputType('BusinessLookup', {
  description: 'Reference to one business. Exactly one of the fields is required.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Global id of the business.' }),
    databaseId: t.field({
      type: 'SafeInt',
      description: '`databaseId` of the business. v4: `business.id`.',
    }),
    externalId: t.field({
      type: 'SafeInt',
      description: 'Id of the business in the client system. v4: `id_negocio`.',
    }),
    code: t.string({
      description:
        'Code of the business in the client system. Fails with VALIDATION_FAILED when several businesses have the code. v4: `cod_negocio`.',
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
      description: '`databaseId` of the participant. v4: `participantes[].id`.',
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
      description: '`databaseId` of the file. v4: `file_id` and `id_descarga`.',
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
      description: '`databaseId` of the user. v4: `user_id`.',
    }),
    email: t.string({
      description: 'Complete e-mail address of the user, ignoring case. v4: `email`.',
    }),
  }),
});
