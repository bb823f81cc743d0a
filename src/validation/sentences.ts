import type { z } from 'zod';

/** Message for a missing value. */
export const REQUIRED = 'Is required';

/** Returns the message of a zod issue whose check has no message of its own. It never contains the sent value. */
export function toSentence(issue: z.core.$ZodRawIssue): string {
  return isMissing(issue) ? REQUIRED : describe(issue);
}

function isMissing({ code, input }: z.core.$ZodRawIssue): boolean {
  return input === undefined && (code === 'invalid_type' || code === 'invalid_value');
}

function describe(issue: z.core.$ZodRawIssue): string {
  const { code } = issue;
  if (code === 'too_small' || code === 'too_big') return describeBound(issue);
  if (code === 'invalid_format')
    return FORMATS.get(issue.format) ?? 'Must be in the required format';
  if (code === 'invalid_union') return formatAlternatives(issue.options);
  if (code !== 'invalid_type' && code !== 'invalid_value') return 'Is not valid';
  if (code === 'invalid_value') return `Must be ${issue.values.map(formatValue).join(' or ')}`;
  return TYPES.get(issue.expected) ?? 'Must be of another type';
}

/** Returns the message for a list with too many items. */
export function formatTooMany(max: Bound): string {
  return `Must have at most ${max} items`;
}

type Bound = number | bigint;
type BoundIssue = z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>;

function describeBound(issue: BoundIssue): string {
  if (issue.code === 'too_big') return formatAtMost(issue.origin, issue.maximum);
  const { origin, minimum } = issue;
  if (origin === 'string' && minimum === 1) return 'Must not be empty';
  if (origin === 'string') return `Must have at least ${minimum} characters`;
  return origin === 'array' ? `Must have at least ${minimum} items` : `Must be at least ${minimum}`;
}

function formatAtMost(origin: string, max: Bound): string {
  if (origin === 'array') return formatTooMany(max);
  return origin === 'string' ? `Must have at most ${max} characters` : `Must be at most ${max}`;
}

const TYPES = new Map<string, string>([
  ['string', 'Must be text'],
  ['number', 'Must be a number'],
  ['int', 'Must be a whole number'],
  ['boolean', 'Must be true or false'],
  ['array', 'Must be a list'],
  ['object', 'Must be an object'],
  ['date', 'Must be a date and time'],
]);

const FORMATS = new Map<string, string>([
  ['date', 'Must be a date of the calendar as YYYY-MM-DD'],
  ['datetime', 'Must be an ISO-8601 time with an offset, for example 2026-01-31T12:00:00Z'],
  ['base64', 'Must be base64'],
]);

function formatAlternatives(options: unknown): string {
  return Array.isArray(options)
    ? `Must be ${options.map(formatValue).join(' or ')}`
    : 'Is not valid';
}

/** Formats an allowed value of the schema. */
function formatValue(value: unknown): string {
  return value === '' ? '""' : String(value);
}
