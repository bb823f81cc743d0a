import type { IdempotentResult } from '../../resolvers/common/run-once.ts';
import type { ChangedUser } from '../../resolvers/user/change-user.ts';
import { type CreatedUser, createUser } from '../../resolvers/user/create-user.ts';
import {
  createUserInput,
  setUserStateInput,
  updateUserInput,
} from '../../resolvers/user/inputs.ts';
import { disableUser, enableUser } from '../../resolvers/user/set-user-state.ts';
import { updateUser } from '../../resolvers/user/update-user.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import {
  ConflictError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  UserNotFoundError,
} from '../base/errors.ts';
import { describePayload, IDEMPOTENCY_KEY, REPLAYED, UserLookup } from '../base/lookups.ts';
import { UserType } from './user.ts';

const SURNAMES = {
  paternalSurname:
    'First surname. Null and blank text store that the user has none. v4: `first_last_name`.',
  maternalSurname:
    'Second surname. Null and blank text store that the user has none. v4: `second_last_name`.',
};

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'User to create. A token can be issued for the user afterwards.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    email: t.string({
      required: true,
      description:
        'E-mail address that identifies the user, unique in the service, ignoring case. v4: `email`.',
    }),
    givenName: t.string({ required: true, description: 'Given name of the user. v4: `name`.' }),
    paternalSurname: t.string({ description: SURNAMES.paternalSurname }),
    maternalSurname: t.string({ description: SURNAMES.maternalSurname }),
  }),
});

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description:
    'User to change, and the new names. An omitted name keeps its value. The e-mail address cannot be changed.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    user: t.field({
      type: UserLookup,
      required: true,
      description: 'User to change. v4: `user_id` or `email`.',
    }),
    givenName: t.string({
      description:
        'New given name. Null keeps the stored name, which cannot be deleted. v4: `name`.',
    }),
    paternalSurname: t.string({ description: SURNAMES.paternalSurname }),
    maternalSurname: t.string({ description: SURNAMES.maternalSurname }),
  }),
});

function defineUserStateInput(name: string) {
  return builder.inputType(name, {
    description: `User to ${name.replace('UserInput', '').toLowerCase()}.`,
    fields: (t) => ({
      idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
      user: t.field({
        type: UserLookup,
        required: true,
        description: 'Reference to the user. v4: `user_id` or `email`.',
      }),
    }),
  });
}

const CreateUserPayload = builder
  .objectRef<IdempotentResult<CreatedUser>>('CreateUserPayload')
  .implement({
    description: 'Payload of createUser.',
    fields: (t) => ({
      user: t.expose('user', { type: UserType, description: 'Current state of the user.' }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });

function defineChangedPayload(name: string) {
  return builder.objectRef<IdempotentResult<ChangedUser>>(name).implement({
    description: describePayload(name),
    fields: (t) => ({
      user: t.expose('user', { type: UserType, description: 'Current state of the user.' }),
      changed: t.exposeBoolean('changed', {
        description:
          'True when the request changed the user, false when the user already had the requested values.',
      }),
      replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
    }),
  });
}

const CHANGE_ERRORS = [
  InputValidationError,
  UserNotFoundError,
  IdempotencyError,
  NotAuthorizedError,
];

builder.mutationField('createUser', (t) =>
  t.field({
    type: CreateUserPayload,
    description:
      'Creates a user of the service. Fails with ConflictError when a user already has the e-mail address, ignoring case. Requires scope `user:manage`.',
    errors: { types: [InputValidationError, ConflictError, IdempotencyError, NotAuthorizedError] },
    args: {
      input: t.arg({
        type: CreateUserInput,
        required: true,
        description: 'User to create.',
        validate: { schema: createChecks(createUserInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await createUser(ctx, input),
  }),
);

builder.mutationField('updateUser', (t) =>
  t.field({
    type: defineChangedPayload('UpdateUserPayload'),
    description:
      'Changes the names of a user. The new names apply in every business that the user is responsible for. Requires scope `user:manage`.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: UpdateUserInput,
        required: true,
        description: 'User to change and the new names.',
        validate: { schema: createChecks(updateUserInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await updateUser(ctx, input),
  }),
);

builder.mutationField('disableUser', (t) =>
  t.field({
    type: defineChangedPayload('DisableUserPayload'),
    description:
      'Disables a user: tokens of the user stop working within five seconds, and no new token is issued. Callers cannot disable themselves. Has no effect on a user that is already disabled. Requires scope `user:manage`.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: defineUserStateInput('DisableUserInput'),
        required: true,
        description: 'User to disable.',
        validate: { schema: createChecks(setUserStateInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await disableUser(ctx, input),
  }),
);

builder.mutationField('enableUser', (t) =>
  t.field({
    type: defineChangedPayload('EnableUserPayload'),
    description:
      'Enables a disabled user. Tokens that have not expired work again. Has no effect on a user that is already enabled. Requires scope `user:manage`.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: defineUserStateInput('EnableUserInput'),
        required: true,
        description: 'User to enable.',
        validate: { schema: createChecks(setUserStateInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await enableUser(ctx, input),
  }),
);
