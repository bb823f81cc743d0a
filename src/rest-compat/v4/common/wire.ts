import { z } from 'zod';

/** Id in a v4 body: a JSON integer from 1 to 2^53-1. */
export const idSchema = z.int().min(1);

/** Returns the schema of the v4 envelope around data; its name in OpenAPI is `<name>Reply`. */
export function envelopeSchema<T extends z.ZodType>(
  name: string,
  data: T,
): z.ZodObject<{ data: T; message: z.ZodString; success: z.ZodBoolean }> {
  return z.object({ data, message: z.string(), success: z.boolean() }).meta({ id: `${name}Reply` });
}

const withoutDataSchema = z
  .object({ data: z.object({}), message: z.string(), success: z.literal(false) })
  .meta({ id: 'WithoutData', description: 'Data of a response when no object has the id.' });

/** Returns the schema of the envelope around an object that may not exist: `success` is then false, `data` empty. */
export function lookupSchema(name: string, data: z.ZodType): z.ZodType {
  const foundSchema = z
    .object({ data, message: z.string(), success: z.literal(true) })
    .meta({ id: `${name}Found` });
  return z.union([foundSchema, withoutDataSchema]).meta({ id: `${name}Reply` });
}
