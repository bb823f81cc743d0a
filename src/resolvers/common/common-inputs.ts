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

/** Names, texts of one line, words of an open vocabulary. */
export const NAME_LENGTH_MAX = 1000;
/** Null and empty text mean that there is none; absent means that it stays as it is. */
export const optionalText: z.ZodOptional<z.ZodNullable<z.ZodString>> =
  text(NAME_LENGTH_MAX).nullish();

/** RFC 3696's longest address. */
export const EMAIL_LENGTH_MAX = 320;
/** What a user can be known by. */
export const emailSchema: z.ZodString = text(EMAIL_LENGTH_MAX).regex(/^[^\s@]+@[^\s@]+$/, {
  message: 'Must be an e-mail address',
});

/** Codes stand in indexes of PostgreSQL, which hold about 2,700 bytes an entry. */
export const CODE_LENGTH_MAX = 255;
export const codeSchema: z.ZodString = text(CODE_LENGTH_MAX).min(1);

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
