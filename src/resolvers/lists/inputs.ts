import { z } from 'zod';
import { daySchema, text } from '../common/common-inputs.ts';

const RFC_LENGTH_MAX = 64;
export const LOOKED_UP_MAX = 5000;

const rfc = text(RFC_LENGTH_MAX);
const asOf = daySchema.nullish();

export const lookUpRfcInput = z.object({ rfc, asOf });
export type LookUpRfcInput = z.infer<typeof lookUpRfcInput>;

export const lookUpRfcsInput = z.object({ rfcs: z.array(rfc).max(LOOKED_UP_MAX), asOf });
export type LookUpRfcsInput = z.infer<typeof lookUpRfcsInput>;
