import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../../src/config/config.ts';
import { ISSUE_CODES } from '../../../src/errors.ts';
import { recordSchema } from '../../../src/import/records.ts';
import { daySchema, idSchema, optionalEmail } from '../../../src/resolvers/common/common-inputs.ts';
import { checkInput, issueOptions } from '../../../src/validation/input-issues.ts';
import { ISSUE_MEANINGS } from '../../../src/validation/issue-meanings.ts';

/** What is told of a value, as one line a fault. */
function told(schema: z.ZodType, value: unknown): string[] {
  const result = checkInput(schema, value);
  return result.success
    ? []
    : result.issues.map(({ path, code, message }) => `${path.join('.')} ${code}: ${message}`);
}

const CANARY = 'canary@example.test';

describe('checkInput', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'required: Is required'],
    [z.enum(['a', 'b']), undefined, 'required: Is required'],
    [z.string(), null, 'wrong_type: Must be text'],
    [z.number(), CANARY, 'wrong_type: Must be a number'],
    [z.boolean(), CANARY, 'wrong_type: Must be true or false'],
    [z.array(z.string()), CANARY, 'wrong_type: Must be a list'],
    [z.object({}), CANARY, 'wrong_type: Must be an object'],
    [z.date(), CANARY, 'wrong_type: Must be a date and time'],
    [idSchema, 1.5, 'wrong_type: Must be a whole number'],
    [idSchema, 0, 'too_small: Must be at least 1'],
    [idSchema, -(2 ** 60), 'too_small: Must be at least 1'],
    [idSchema, 2 ** 53, 'too_large: Must be at most 9007199254740991'],
    [z.int().min(1), 2 ** 53, 'too_large: Must be at most 9007199254740991'],
    [z.number().max(3), 4, 'too_large: Must be at most 3'],
    [z.string().min(1), '', 'too_short: Must not be empty'],
    [z.string().min(2), 'x', 'too_short: Must have at least 2 characters'],
    [z.string().max(3), CANARY, 'too_long: Must have at most 3 characters'],
    [z.array(z.string()).min(1), [], 'too_few: Must have at least 1 items'],
    [z.array(z.string()).max(0), [CANARY], 'too_many: Must have at most 0 items'],
    [z.enum(['a', '']), CANARY, 'not_allowed: Must be a or ""'],
    [daySchema, '2026-02-30', 'wrong_format: Must be a date of the calendar as YYYY-MM-DD'],
    [z.base64(), '%', 'wrong_format: Must be base64'],
    [
      z.iso.datetime({ offset: true }),
      'x',
      'wrong_format: Must be an ISO-8601 time with an offset, for example 2026-01-31T12:00:00Z',
    ],
    [optionalEmail, 'canary', 'wrong_format: Must be an e-mail address'],
    [optionalEmail, 7, 'wrong_type: Must be text'],
    [
      z.string().refine(() => false, issueOptions('contradicts', 'Does not go with that')),
      CANARY,
      'contradicts: Does not go with that',
    ],
    [z.string().refine(() => false), CANARY, 'not_allowed: Is not valid'],
  ])('tells a word and a sentence of our own, never the value (%#)', (schema, value, expected) => {
    expect(told(schema, value)).toEqual([` ${expected}`]);
  });

  it('names a member that is not known, and the place of each fault', () => {
    const schema = z.strictObject({ list: z.array(z.strictObject({ a: z.string() })) });
    expect(told(schema, { list: [{ a: 1, b: CANARY }], c: CANARY })).toEqual([
      'list.0.a wrong_type: Must be text',
      'list.0.b unknown_field: Is not a known member',
      'c unknown_field: Is not a known member',
    ]);
  });

  it('names the kinds of a line where it is of none', () => {
    expect(told(recordSchema, { type: CANARY })).toEqual([
      'type not_allowed: Must be user or template or answers or business',
    ]);
  });

  it('has words that are all different', () => {
    expect(new Set(ISSUE_CODES).size).toBe(ISSUE_CODES.length);
  });

  it('tells one bound of a number that breaks two, of each of very many', () => {
    const checked = checkInput(z.array(idSchema), Array(30_000).fill(-(2 ** 60)));
    if (checked.success) throw new Error('Nothing was wrong.');
    // Compared each with each, these would take a minute.
    expect(checked.issues).toHaveLength(30_000);
    expect(new Set(checked.issues.map((one) => one.message))).toEqual(
      new Set(['Must be at least 1']),
    );
  });
});

describe('the environment', () => {
  it('is refused in the same words', () => {
    expect(() => loadConfig({ PORT: 'x', FAST_LANE: 'yes' })).toThrow(
      'Invalid environment: PORT: Must be a number; FAST_LANE: Must be on or off',
    );
  });
});

describe('the documents', () => {
  it('say of every code of an issue what it means', async () => {
    const text = await readFile(
      new URL('../../../docs/reference/errors.md', import.meta.url),
      'utf8',
    );
    const rows = [
      ...(text.split('## Issues of an input')[1] ?? '').matchAll(/^- `(\w+)`: (.+)$/gm),
    ].map(([, code, means]) => [code, means]);
    expect(rows).toEqual(ISSUE_CODES.map((code) => [code, ISSUE_MEANINGS[code]]));
    const clients = await readFile(
      new URL('../../../docs/guide/clients.md', import.meta.url),
      'utf8',
    );
    expect(clients).toContain('../reference/errors.md#issues-of-an-input');
  });
});
