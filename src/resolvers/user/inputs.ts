import { z } from 'zod';
import { emailSchema, NAME_LENGTH_MAX, optionalText, text } from '../common/common-inputs.ts';

/** A user whom somebody may ask tokens for. */
export const addUserInput = z.object({
  email: emailSchema,
  givenName: text(NAME_LENGTH_MAX).regex(/\S/, { message: 'Must not be blank' }),
  paternalSurname: optionalText,
  maternalSurname: optionalText,
});
export type AddUserInput = z.infer<typeof addUserInput>;
