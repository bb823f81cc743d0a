import { type ZodError, type ZodType, z } from 'zod';
import { type InputIssue, ISSUE_CODES, type IssueCode } from '../errors.ts';
import { ISSUE_MEANINGS } from './issue-meanings.ts';
import { REQUIRED, toSentence } from './sentences.ts';

/** Returns the options of zod's `refine` and `addIssue` for an issue with this code and message. */
export function issueOptions(
  code: IssueCode,
  message: string,
): { message: string; params: { code: IssueCode } } {
  return { message, params: { code } };
}

const MEANINGS = ISSUE_CODES.map((code) => `- \`${code}\`: ${ISSUE_MEANINGS[code]}`).join('\n');

/** Issue of an input, as it is returned and stored. */
export const inputIssueSchema = z
  .object({
    path: z
      .array(z.string())
      .describe(
        'Path of the value: member names, and list indexes from 0. Example: ["matches","0","note"].',
      ),
    code: z.enum(ISSUE_CODES).meta({
      id: 'IssueCode',
      description: `Code of the violation, for translation by the client. New values may be added.\n\n${MEANINGS}`,
    }),
    message: z
      .string()
      .describe(
        'Human-readable description of the violation, in English. Never quotes the request.',
      ),
  })
  .meta({
    id: 'Issue',
    description: 'Violation of a validation rule by one value of the request.',
  });

export type Checked<T> =
  | { success: true; data: T }
  /** Zod error, for the cause of an AppError. */
  | { success: false; issues: InputIssue[]; error: ZodError };

/** Validates unknown data. Each issue has a path, a code and a sentence, none of which contains the data. */
export function checkInput<T>(schema: ZodType<T>, data: unknown): Checked<T> {
  const result = schema.safeParse(data, { error: toSentence });
  if (result.success) return result;
  return { success: false, issues: listIssues(result.error), error: result.error };
}

/** Converts the issues of a zod error, whose messages come from `toSentence`. */
export function listIssues(error: ZodError): InputIssue[] {
  const issues = error.issues.flatMap((issue) => toIssues(issue));
  const narrowest = new Map(issues.map((issue) => [findBoundKey(issue), issue]));
  return issues.filter((issue) => {
    const bound = findBoundKey(issue);
    return bound === undefined || narrowest.get(bound) === issue;
  });
}

/**
 * Returns the key of an issue about a bound; undefined for other issues. zod adds the bounds of safe integers to every
 * integer, so that a value can violate two bounds. Of two issues with the same key, the later and narrower one is kept.
 */
function findBoundKey({ code, path }: InputIssue): string | undefined {
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
  if (issue.code !== 'invalid_union') return [{ path, code: toIssueCode(issue), message }];
  // The last alternative is the expected value; those before it are forms of null.
  const expected = issue.errors.at(-1) ?? [];
  if (expected.length === 0) return [{ path, code: 'not_allowed', message }];
  return expected.flatMap(toIssues).map((inner) => ({ ...inner, path: [...path, ...inner.path] }));
}

/** Maximum length of a reported member name, which is text of the caller. */
const NAME_LENGTH_MAX = 64;
const UNKNOWN_MEMBER = 'Is not a known member';

/** Returns the code of an issue. zod issues contain no value, so that only the message shows that it is missing. */
function toIssueCode(issue: z.core.$ZodIssue): IssueCode {
  if (issue.code === 'custom') return codeSchema.parse(issue.params?.['code']);
  if (issue.message === REQUIRED) return 'required';
  if (issue.code === 'too_small') return toBoundCode(issue.origin, TOO_LITTLE);
  if (issue.code === 'too_big') return toBoundCode(issue.origin, TOO_MUCH);
  if (issue.code === 'invalid_type') return 'wrong_type';
  return issue.code === 'invalid_format' ? 'wrong_format' : 'not_allowed';
}

const codeSchema = z.enum(ISSUE_CODES).catch('not_allowed');

const TOO_LITTLE = { text: 'too_short', list: 'too_few', number: 'too_small' } as const;
const TOO_MUCH = { text: 'too_long', list: 'too_many', number: 'too_large' } as const;

function toBoundCode(
  origin: string,
  codes: Record<'text' | 'list' | 'number', IssueCode>,
): IssueCode {
  if (origin === 'string') return codes.text;
  return origin === 'array' ? codes.list : codes.number;
}
