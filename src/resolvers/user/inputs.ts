import { z } from 'zod';
import { emailSchema, NAME_LENGTH_MAX, optionalText, sayingText } from '../common/common-inputs.ts';

/** A user whom somebody may ask tokens for. */
export const addUserInput = z.object({
  email: emailSchema,
  givenName: sayingText(NAME_LENGTH_MAX),
  paternalSurname: optionalText,
  maternalSurname: optionalText,
});
export type AddUserInput = z.infer<typeof addUserInput>;
