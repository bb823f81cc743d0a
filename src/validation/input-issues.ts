import { type ZodError, type ZodType, z } from 'zod';
import { type InputIssue, ISSUE_CODES, type IssueCode } from '../errors.ts';
import { ISSUE_MEANINGS } from './issue-meanings.ts';
import { REQUIRED, sentenceOf } from './sentences.ts';

/** What a check of ours says of an input that breaks it; for the options of zod's `refine` and `addIssue`. */
export function rule(
  code: IssueCode,
  message: string,
): { message: string; params: { code: IssueCode } } {
  return { message, params: { code } };
}

const MEANINGS = ISSUE_CODES.map((code) => `- \`${code}\`: ${ISSUE_MEANINGS[code]}`).join('\n');

/** A fault as it is told and kept. */
export const inputIssueSchema = z
  .object({
    path: z
      .array(z.string())
      .describe('Members down to it, and places in lists from 0, e.g. ["matches","0","note"]'),
    code: z
      .enum(ISSUE_CODES)
      .meta({ id: 'IssueCode', description: `To translate by. More may be added.\n\n${MEANINGS}` }),
    message: z.string().describe('For people; it never quotes what was sent'),
  })
  .meta({ id: 'Issue', description: 'One thing that is wrong with a request.' });

export type Checked<T> =
  | { success: true; data: T }
  /** `error` is zod's, for a cause. */
  | { success: false; issues: InputIssue[]; error: ZodError };

/** Checks unknown data; each fault has its place, a word to translate by and a sentence, none of which holds the data. */
export function checkInput<T>(schema: ZodType<T>, data: unknown): Checked<T> {
  const result = schema.safeParse(data, { error: sentenceOf });
  if (result.success) return result;
  return { success: false, issues: listIssues(result.error), error: result.error };
}

/** The faults that zod found with sentences of ours. */
export function listIssues(error: ZodError): InputIssue[] {
  const issues = error.issues.flatMap((issue) => toIssues(issue));
  const narrowest = new Map(issues.map((one) => [boundOf(one), one]));
  return issues.filter((one) => {
    const bound = boundOf(one);
    return bound === undefined || narrowest.get(bound) === one;
  });
}

/** A whole number has bounds by itself: of two on one side of one place the narrower one, which comes later, is told. */
function boundOf({ code, path }: InputIssue): string | undefined {
  const isBound = code === 'too_large' || code === 'too_small';
  return isBound ? `${code} ${path.join()}` : undefined;
}

function toIssues(issue: z.core.$ZodIssue): InputIssue[] {
  const path = issue.path.map(String);
  const { message } = issue;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((name) => ({
      path: [...path, name.slice(0, NAME_LENGTH_MAX)],
      code: 'unknown_field',
      message: UNKNOWN_MEMBER,
    }));
  if (issue.code !== 'invalid_union') return [{ path, code: codeOf(issue), message }];
  // The last alternative is what is awaited, those before it are ways to say none.
  const awaited = issue.errors.at(-1) ?? [];
  if (awaited.length === 0) return [{ path, code: 'not_allowed', message }];
  return awaited.flatMap(toIssues).map((one) => ({ ...one, path: [...path, ...one.path] }));
}

/** A name is the caller's own text. */
const NAME_LENGTH_MAX = 64;
const UNKNOWN_MEMBER = 'There is no member of this name';

/** zod keeps no value for an issue, so only the sentence tells what is missing from what is of the wrong type. */
function codeOf(issue: z.core.$ZodIssue): IssueCode {
  if (issue.code === 'custom') return codeSchema.parse(issue.params?.['code']);
  if (issue.message === REQUIRED) return 'required';
  if (issue.code === 'too_small') return codeOfBound(issue.origin, TOO_LITTLE);
  if (issue.code === 'too_big') return codeOfBound(issue.origin, TOO_MUCH);
  if (issue.code === 'invalid_type') return 'wrong_type';
  return issue.code === 'invalid_format' ? 'wrong_format' : 'not_allowed';
}

const codeSchema = z.enum(ISSUE_CODES).catch('not_allowed');

const TOO_LITTLE = { text: 'too_short', list: 'too_few', number: 'too_small' } as const;
const TOO_MUCH = { text: 'too_long', list: 'too_many', number: 'too_large' } as const;

function codeOfBound(
  origin: string,
  codes: Record<'text' | 'list' | 'number', IssueCode>,
): IssueCode {
  if (origin === 'string') return codes.text;
  return origin === 'array' ? codes.list : codes.number;
}
