import { type ZodError, type ZodType, z } from 'zod';
import { AppError, type InputIssue } from './errors.ts';

const ISSUES_MAX = 50;

/**
 * Checks unknown data against a shared input schema; throws AppError `invalid_input` with one issue a fault. `namePath`
 * is for data that was sent with other names than the schema's: it makes of a path the one that was sent.
 */
export function parseInput<T>(
  schema: ZodType<T>,
  data: unknown,
  namePath = (path: string[]): string[] => path,
): T {
  const result = schema.safeParse(data);
  if (!result.success) throw invalidInput(result.error, namePath);
  return result.data;
}

/**
 * The checks of an input schema for a value whose shape is known already: the value passes as it is.
 * For @pothos/plugin-zod, where GraphQL has settled the shape and the schema must not settle it again.
 */
export function checksOf(schema: ZodType): ZodType<never> {
  return z.custom<never>().superRefine((value, refinement) => {
    const { error } = schema.safeParse(value);
    for (const { path, message } of error === undefined ? [] : listIssues(error)) {
      refinement.addIssue({ code: 'custom', path, message });
    }
  });
}

/** zod's texts name types and bounds, never the value, so they are safe to send to the caller. */
export function invalidInput(
  error: ZodError,
  namePath = (path: string[]): string[] => path,
): AppError {
  const issues = listIssues(error)
    .slice(0, ISSUES_MAX)
    .map(({ path, message }) => ({ path: namePath(path), message }));
  return new AppError('invalid_input', 'The input is not valid.', { issues, cause: error });
}

/** Each fault with its place; a member that is not known is a fault of its own, at its name. */
export function listIssues(error: ZodError): InputIssue[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code !== 'unrecognized_keys') return { path, message: issue.message };
    return issue.keys.map((name) => ({
      path: [...path, name.slice(0, NAME_LENGTH_MAX)],
      message: UNKNOWN_MEMBER,
    }));
  });
}

/** A name is the caller's own text. */
const NAME_LENGTH_MAX = 64;
const UNKNOWN_MEMBER = 'There is no member of this name';
