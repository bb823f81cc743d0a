import { z } from 'zod';
import { PERSON_TYPES } from '../../domain/business/participant.ts';
import { issueOptions } from '../../validation/input-issues.ts';
import { daySchema, text, WHEN_OBJECT } from '../common/common-inputs.ts';
import { screenedPersonSchema } from '../screening/screen-inputs.ts';

/** An RFC may be sent with spaces and hyphens. */
const RFC_LENGTH_MAX = 64;
export const LOOKUP_RFCS_MAX = 5000;
/** A shorter name would resemble too many taxpayers. */
const NAME_CHARACTERS_MIN = 3;

const rfc = text(RFC_LENGTH_MAX);
const asOf = daySchema.nullish();

/** Name of a taxpayer. A blank name counts as absent. */
const name = screenedPersonSchema.shape.name.refine(
  (value) => !value?.trim() || (value.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= NAME_CHARACTERS_MIN,
  issueOptions('too_short', `Must have at least ${NAME_CHARACTERS_MIN} letters or digits`),
);

const ONE_OR_BOTH = {
  ...issueOptions('required', 'An RFC or a name is required'),
  path: ['rfc'],
  ...WHEN_OBJECT,
};

/** RFC, name, or both. */
export const lookUpInput = z
  .object({ rfc: rfc.nullish(), name, personType: z.enum(PERSON_TYPES).nullish(), asOf })
  .refine((input) => typeof input.rfc === 'string' || input.name?.trim(), ONE_OR_BOTH);
export type LookUpInput = z.infer<typeof lookUpInput>;

export const lookUpRfcsInput = z.object({ rfcs: z.array(rfc).max(LOOKUP_RFCS_MAX), asOf });
export type LookUpRfcsInput = z.infer<typeof lookUpRfcsInput>;
