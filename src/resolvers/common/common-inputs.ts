import { z } from 'zod';
import { isBlank } from '../../domain/business/merge-text.ts';
import { hasControlCharacters } from '../../domain/shared/control-characters.ts';
import { rule } from '../../validation/input-issues.ts';

/** Text that PostgreSQL and JSON can both hold: no U+0000 and no lone surrogate (decision 7). */
export function text(lengthMax: number): z.ZodString {
  return z
    .string()
    .max(lengthMax)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      rule('wrong_format', 'Must not contain U+0000 or a lone surrogate'),
    );
}

/**
 * Text of one line that is stored: names, addresses, labels, codes. Text without a rule of its own stays for what may hold line
 * breaks (answers, notes, questions) and for what is looked up, so that rows from before the rule are found.
 */
export function line(lengthMax: number): z.ZodString {
  return text(lengthMax).refine(isLine, ONE_LINE);
}

/** One line of text, in which empty and blank text mean none. */
export function lineOrBlank(lengthMax: number): z.ZodString {
  return text(lengthMax).refine((value) => isBlank(value) || isLine(value), ONE_LINE);
}

/** True for one line of text. U+0000 is left to the rule for all text, so that it is reported once. */
function isLine(value: string): boolean {
  return !hasControlCharacters(value.replaceAll('\0', ''));
}

const ONE_LINE = rule('wrong_format', 'Must not contain control characters');

/** Text that is not blank. */
export function sayingText(lengthMax: number): z.ZodString {
  return saying(text(lengthMax));
}

/** One line of text that is not blank. */
export function sayingLine(lengthMax: number): z.ZodString {
  return saying(line(lengthMax));
}

function saying(schema: z.ZodString): z.ZodString {
  return schema
    .min(1)
    .refine((value) => value === '' || !isBlank(value), rule('too_short', 'Must not be blank'));
}

const REPEATED = rule('duplicate', 'Must not occur twice in the list');

/** Words of a person that stand in a list: not blank, and each once. */
export function distinct(words: z.ZodArray<z.ZodString>): z.ZodArray<z.ZodString> {
  return words.superRefine((list, context) => {
    const seen = new Set<string>();
    for (const [place, word] of list.entries()) {
      if (seen.has(word)) context.addIssue({ code: 'custom', path: [place], ...REPEATED });
      seen.add(word);
    }
  }, IF_LIST);
}

/** Option for checks of an object whose members may have issues of their own: all issues are reported together. */
export const IF_OBJECT = {
  when: ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null,
};
export const IF_LIST = {
  when: ({ value }: { value: unknown }): boolean => Array.isArray(value),
};

/** Names, texts of one line, words of an open vocabulary. */
export const NAME_LENGTH_MAX = 1000;
/** Null, empty and blank text mean that there is none; absent means that it stays as it is. */
export const optionalText: z.ZodOptional<z.ZodNullable<z.ZodString>> =
  lineOrBlank(NAME_LENGTH_MAX).nullish();

/** Empty or blank text that means none. In a union, issues come from the other alternative. */
export const noText: z.ZodString = z
  .string()
  .max(NAME_LENGTH_MAX, { abort: true })
  .regex(/^\s*$/, { abort: true });

/** RFC 3696's longest address. */
export const EMAIL_LENGTH_MAX = 320;
/** E-mail address, which identifies a user. */
export const emailSchema: z.ZodString = line(EMAIL_LENGTH_MAX).regex(/^[^\s@]+@[^\s@]+$/, {
  message: 'Must be an e-mail address',
});

/** E-mail address that may be absent. */
export const optionalEmail = z.union([noText, emailSchema]).nullish();

/** Codes stand in indexes of PostgreSQL, which hold about 2,700 bytes an entry. */
const CODE_LENGTH_MAX = 255;
export const codeSchema: z.ZodString = sayingLine(CODE_LENGTH_MAX);

/** The key of a questionnaire or a question: matched exactly, never empty (decision 15). */
export function key(): z.ZodString {
  return text(KEY_LENGTH_MAX).min(1);
}

/** The same where it is given to a template. */
export function keyLine(): z.ZodString {
  return line(KEY_LENGTH_MAX).min(1);
}

const KEY_LENGTH_MAX = 200;

export const GLOBAL_ID_LENGTH_MAX = 4000;

/** An internal or provider id: whole, 1 to 2^53-1 (decision 6). */
export const idSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Visible ASCII, up to 255 characters, so that it can stand in a header too. */
export const idempotencyKeySchema = z.string().regex(/^[\x21-\x7e]{1,255}$/, {
  message: 'Must be 1 to 255 visible ASCII characters',
});

/** A day of the calendar as `YYYY-MM-DD`. PostgreSQL and JavaScript know no year 0. */
export const daySchema = z.iso
  .date()
  .refine((value) => !value.startsWith('0000'), rule('wrong_format', 'Must not be in the year 0'));
