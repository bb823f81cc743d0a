import { z } from 'zod';

/** Text that PostgreSQL and JSON can both hold: no U+0000 and no lone surrogate (decision 7). */
export function text(lengthMax: number): z.ZodString {
  return z
    .string()
    .max(lengthMax)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), {
      message: 'Must not hold U+0000 or a lone surrogate',
    });
}

/** The key of a questionnaire or a question: matched exactly, never empty (decision 15). */
export function key(): z.ZodString {
  return text(KEY_LENGTH_MAX).min(1);
}

const KEY_LENGTH_MAX = 200;

/** An internal or provider id: whole, 1 to 2^53-1 (decision 6). */
export const idSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Visible ASCII, up to 255 characters, so that it can stand in a header too. */
export const idempotencyKeySchema = z.string().regex(/^[\x21-\x7e]{1,255}$/, {
  message: 'Must be 1 to 255 visible ASCII characters',
});

/** A day of the calendar as `YYYY-MM-DD`. PostgreSQL and JavaScript know no year 0. */
export const daySchema = z.iso.date().refine((value) => !value.startsWith('0000'), {
  message: 'There is no year 0',
});
