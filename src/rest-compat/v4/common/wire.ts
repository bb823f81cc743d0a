import { z } from 'zod';

/** An id as v4 clients see it: a whole JSON number or decimal digits, 1 to 2^53-1 (decision 6). */
export const idSchema = z.int().min(1);

/** The v4 envelope around some data. */
export function envelopeSchema<T extends z.ZodType>(
  data: T,
): z.ZodObject<{ data: T; message: z.ZodString; success: z.ZodBoolean }> {
  return z.object({ data, message: z.string(), success: z.boolean() });
}
