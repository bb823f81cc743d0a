import type { Once } from '../../resolvers/common/run-once.ts';
import type { ChangedUser } from '../../resolvers/user/change-user.ts';
import { type CreatedUser, createUser } from '../../resolvers/user/create-user.ts';
import {
  createUserInput,
  setUserStateInput,
  updateUserInput,
} from '../../resolvers/user/inputs.ts';
import { disableUser, enableUser } from '../../resolvers/user/set-user-state.ts';
import { updateUser } from '../../resolvers/user/update-user.ts';
import { checksOf } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import {
  ConflictError,
  IdempotencyError,
  InputValidationError,
  NotAuthorizedError,
  UserNotFoundError,
} from '../base/errors.ts';
import { IDEMPOTENCY_KEY, REPLAYED, UserLookup } from '../base/lookups.ts';
import { UserType } from './user.ts';

const SURNAMES = {
  paternalSurname:
    'The first surname; null or blank text means that there is none. v4 `first_last_name`.',
  maternalSurname:
    'The second surname; null or blank text means that there is none. v4 `second_last_name`.',
};

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'User to create. Tokens can be issued for the user afterwards.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    email: t.string({
      required: true,
      description: 'The e-mail by which the user is to be known. v4 `email`.',
    }),
    givenName: t.string({ required: true, description: 'The given name. v4 `name`.' }),
    paternalSurname: t.string({ description: SURNAMES.paternalSurname }),
    maternalSurname: t.string({ description: SURNAMES.maternalSurname }),
  }),
});

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'Names to change; omitted fields keep their value. The e-mail cannot be changed.',
  fields: (t) => ({
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
    user: t.field({
      type: UserLookup,
      required: true,
      description: 'Whose names change. v4 `user_id` or `email`.',
    }),
    givenName: t.string({
      description: 'The given name; it cannot be removed, so null leaves it too. v4 `name`.',
    }),
    paternalSurname: t.string({ description: SURNAMES.paternalSurname }),
    maternalSurname: t.string({ description: SURNAMES.maternalSurname }),
  }),
});

function userStateInput(name: string) {
  return builder.inputType(name, {
    description: 'Reference to the user.',
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

const CreateUserPayload = builder.objectRef<Once<CreatedUser>>('CreateUserPayload').implement({
  description: 'The new user.',
  fields: (t) => ({
    user: t.expose('user', { type: UserType, description: 'Current state of the user.' }),
    replayed: t.exposeBoolean('replayed', { description: REPLAYED }),
  }),
});

function changedPayload(name: string) {
  return builder.objectRef<Once<ChangedUser>>(name).implement({
    description: 'Result of the change.',
    fields: (t) => ({
      user: t.expose('user', { type: UserType, description: 'Current state of the user.' }),
      changed: t.exposeBoolean('changed', {
        description: 'False where it was so already, and nothing was written.',
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
      'Adds a user to the service; ConflictError where one has the e-mail already, in any case. Needs USER_MANAGE.',
    errors: { types: [InputValidationError, ConflictError, IdempotencyError, NotAuthorizedError] },
    args: {
      input: t.arg({
        type: CreateUserInput,
        required: true,
        description: 'The user as it is to be.',
        validate: { schema: checksOf(createUserInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await createUser(ctx, input),
  }),
);

builder.mutationField('updateUser', (t) =>
  t.field({
    type: changedPayload('UpdateUserPayload'),
    description:
      "Changes a user's names, for every business that the user is responsible for. Needs USER_MANAGE.",
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: UpdateUserInput,
        required: true,
        description: 'Whose names change, and to what.',
        validate: { schema: checksOf(updateUserInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await updateUser(ctx, input),
  }),
);

builder.mutationField('disableUser', (t) =>
  t.field({
    type: changedPayload('DisableUserPayload'),
    description:
      'Ends all tokens of a user within five seconds; it gets no new ones. Callers cannot disable themselves. Needs USER_MANAGE.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: userStateInput('DisableUserInput'),
        required: true,
        description: 'Whose tokens end.',
        validate: { schema: checksOf(setUserStateInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await disableUser(ctx, input),
  }),
);

builder.mutationField('enableUser', (t) =>
  t.field({
    type: changedPayload('EnableUserPayload'),
    description:
      'Lets a disabled user in again, with tokens that have not expired yet. Needs USER_MANAGE.',
    errors: { types: CHANGE_ERRORS },
    args: {
      input: t.arg({
        type: userStateInput('EnableUserInput'),
        required: true,
        description: 'User to enable.',
        validate: { schema: checksOf(setUserStateInput) },
      }),
    },
    resolve: async (_root, { input }, ctx) => await enableUser(ctx, input),
  }),
);
