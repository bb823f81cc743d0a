import { z } from 'zod';
import { isBlank } from '../../domain/business/merge-text.ts';
import { hasControlCharacters } from '../../domain/shared/control-characters.ts';
import { issueOptions } from '../../validation/input-issues.ts';

/** Text that both PostgreSQL and JSON can store: no U+0000 and no lone surrogate. */
export function text(lengthMax: number): z.ZodString {
  return z
    .string()
    .max(lengthMax)
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      issueOptions('wrong_format', 'Must not contain U+0000 or a lone surrogate'),
    );
}

/**
 * Single-line text that is stored: names, addresses, labels, codes. `text` remains for values that may contain line
 * breaks (answers, notes, questions) and for search values, so that rows stored before this rule are found.
 */
export function line(lengthMax: number): z.ZodString {
  return text(lengthMax).refine(isLine, ONE_LINE);
}

/** Single-line text, or empty or blank text, which means no value and may have line breaks. */
export function lineOrBlank(lengthMax: number): z.ZodString {
  return text(lengthMax).refine((value) => isBlank(value) || isLine(value), ONE_LINE);
}

/** True without control characters other than U+0000, which the rule of `text` reports. */
function isLine(value: string): boolean {
  return !hasControlCharacters(value.replaceAll('\0', ''));
}

const ONE_LINE = issueOptions('wrong_format', 'Must not contain control characters');

/** Text that is not blank. */
export function nonBlankText(lengthMax: number): z.ZodString {
  return requireNonBlank(text(lengthMax));
}

/** Single-line text that is not blank. */
export function nonBlankLine(lengthMax: number): z.ZodString {
  return requireNonBlank(line(lengthMax));
}

function requireNonBlank(schema: z.ZodString): z.ZodString {
  return schema
    .min(1)
    .refine(
      (value) => value === '' || !isBlank(value),
      issueOptions('too_short', 'Must not be blank'),
    );
}

const REPEATED = issueOptions('duplicate', 'Must not occur twice in the list');

/** List of distinct texts. */
export function distinct(texts: z.ZodArray<z.ZodString>): z.ZodArray<z.ZodString> {
  return texts.superRefine((list, context) => {
    const seen = new Set<string>();
    for (const [index, item] of list.entries()) {
      if (seen.has(item)) context.addIssue({ code: 'custom', path: [index], ...REPEATED });
      seen.add(item);
    }
  }, WHEN_ARRAY);
}

/**
 * Option for `refine` of an object: the check also runs when members have issues, so that all are reported together.
 */
export const WHEN_OBJECT = {
  when: ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null,
};
/** Option for `refine` of a list: the check also runs when items have issues. */
export const WHEN_ARRAY = {
  when: ({ value }: { value: unknown }): boolean => Array.isArray(value),
};

/** Maximum length of names and other single-line texts. */
export const NAME_LENGTH_MAX = 1000;
/** Optional text. Null, empty and blank text remove the value; absent keeps it. */
export const optionalText: z.ZodOptional<z.ZodNullable<z.ZodString>> =
  lineOrBlank(NAME_LENGTH_MAX).nullish();

/** Empty or blank text, which means no value. In a union, issues come from the other alternative. */
export const blankText: z.ZodString = z
  .string()
  .max(NAME_LENGTH_MAX, { abort: true })
  .regex(/^\s*$/, { abort: true });

/** Maximum length of an e-mail address (RFC 3696). */
export const EMAIL_LENGTH_MAX = 320;
/** E-mail address, which identifies a user. */
export const emailSchema: z.ZodString = line(EMAIL_LENGTH_MAX).regex(/^[^\s@]+@[^\s@]+$/, {
  message: 'Must be an e-mail address',
});

/** E-mail address that may be absent. */
export const optionalEmail = z.union([blankText, emailSchema]).nullish();

/** Maximum length of codes, which are in PostgreSQL indexes with about 2,700 bytes an entry. */
const CODE_LENGTH_MAX = 255;
export const codeSchema: z.ZodString = nonBlankLine(CODE_LENGTH_MAX);

/** Key of a questionnaire or a question, for lookups: matched exactly, never empty. */
export function key(): z.ZodString {
  return text(KEY_LENGTH_MAX).min(1);
}

/** Key of a questionnaire or a question that is stored: a single line. */
export function keyLine(): z.ZodString {
  return line(KEY_LENGTH_MAX).min(1);
}

const KEY_LENGTH_MAX = 200;

export const GLOBAL_ID_LENGTH_MAX = 4000;

/** Internal or provider id: integer from 1 to 2^53-1. */
export const idSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Idempotency key: visible ASCII, up to 255 characters, so that it is valid in a header. */
export const idempotencyKeySchema = z.string().regex(/^[\x21-\x7e]{1,255}$/, {
  message: 'Must be 1 to 255 visible ASCII characters',
});

/** Date as `YYYY-MM-DD`. The year 0 exists neither in PostgreSQL nor in JavaScript. */
export const daySchema = z.iso
  .date()
  .refine(
    (value) => !value.startsWith('0000'),
    issueOptions('wrong_format', 'Must not be in the year 0'),
  );
