import { z } from 'zod';
import { PERSON_TYPES } from '../../domain/business/participant.ts';
import { daySchema, optionalText, text } from '../common/common-inputs.ts';

/** An RFC or CURP may be sent with spaces and hyphens. */
const TAX_ID_LENGTH_MAX = 64;
export const RFCS_MAX = 5000;

const taxId = text(TAX_ID_LENGTH_MAX);

export const validateRfcInput = z.object({
  rfc: taxId,
  personType: z.enum(PERSON_TYPES).nullish(),
  name: optionalText,
  paternalSurname: optionalText,
  maternalSurname: optionalText,
  birthOrConstitutionDate: daySchema.nullish(),
  curp: taxId.nullish(),
  strict: z.boolean().nullish(),
});
export type ValidateRfcInput = z.infer<typeof validateRfcInput>;

export const validateRfcsInput = z.object({ inputs: z.array(validateRfcInput).max(RFCS_MAX) });
export type ValidateRfcsInput = z.infer<typeof validateRfcsInput>;

export const validateCurpInput = z.object({ curp: taxId, strict: z.boolean().nullish() });
export type ValidateCurpInput = z.infer<typeof validateCurpInput>;
