import { z } from 'zod';
import {
  emailSchema,
  GLOBAL_ID_LENGTH_MAX,
  idempotencyKeySchema,
  idSchema,
  NAME_LENGTH_MAX,
  nonBlankLine,
  optionalText,
  text,
} from '../common/common-inputs.ts';
import { EXACTLY_ONE } from '../common/exactly-one.ts';
import { pageInput } from '../common/paging.ts';

const givenName = nonBlankLine(NAME_LENGTH_MAX);

/** User for whom tokens can be issued. */
export const addUserInput = z.object({
  email: emailSchema,
  givenName,
  paternalSurname: optionalText,
  maternalSurname: optionalText,
});
export type AddUserInput = z.infer<typeof addUserInput>;

export const userLookupSchema = z
  .object({
    id: text(GLOBAL_ID_LENGTH_MAX).nullish(),
    databaseId: idSchema.nullish(),
    email: emailSchema.nullish(),
  })
  .refine(...EXACTLY_ONE);
export type UserLookup = z.infer<typeof userLookupSchema>;

export const userInput = z.object({ by: userLookupSchema });

export const listUsersInput = pageInput.extend({
  filter: z.object({ isDisabled: z.boolean().nullish(), email: emailSchema.nullish() }).nullish(),
});
export type ListUsersInput = z.infer<typeof listUsersInput>;

const idempotencyKey = idempotencyKeySchema.nullish();

export const createUserInput = addUserInput.extend({ idempotencyKey });
export type CreateUserInput = z.infer<typeof createUserInput>;

export const updateUserInput = z.object({
  idempotencyKey,
  user: userLookupSchema,
  /** Null keeps the name, which cannot be removed. */
  givenName: givenName.nullish(),
  paternalSurname: optionalText,
  maternalSurname: optionalText,
});
export type UpdateUserInput = z.infer<typeof updateUserInput>;

export const setUserStateInput = z.object({ idempotencyKey, user: userLookupSchema });
export type SetUserStateInput = z.infer<typeof setUserStateInput>;
