import { type ZodError, type ZodType, z } from 'zod';
import { AppError, type InputIssue } from './errors.ts';
import { checkInput, listIssues, rule } from './issues/input-issues.ts';

const ISSUES_MAX = 50;

/** Checks unknown data against a shared input schema; throws AppError `invalid_input` with one issue a fault. */
export function parseInput<T>(schema: ZodType<T>, data: unknown): T {
  const result = checkInput(schema, data);
  if (!result.success) throw refuse(result.issues, result.error);
  return result.data;
}

/**
 * The checks of an input schema for a value whose shape is known already: the value passes as it is.
 * For @pothos/plugin-zod, where GraphQL has settled the shape and the schema must not settle it again.
 */
export function checksOf(schema: ZodType): ZodType<never> {
  const checks = z.custom<never>().superRefine((value, refinement) => {
    const result = checkInput(schema, value);
    for (const { path, code, message } of result.success ? [] : result.issues) {
      refinement.addIssue({ code: 'custom', path, ...rule(code, message) });
    }
  });
  checked.set(checks, schema);
  return checks;
}

/** By the checks that were made of it. */
const checked = new WeakMap<object, ZodType>();

/** The input schema of which these checks are; undefined for others. */
export function schemaOfChecks(checks: object): ZodType | undefined {
  return checked.get(checks);
}

/** The error for what a schema of `checksOf` found. */
export function invalidInput(error: ZodError): AppError {
  return refuse(listIssues(error), error);
}

/** What is no name of a member, but any text in its place, may be a value that slipped. */
function withFieldName(issue: InputIssue): InputIssue {
  const { path, code } = issue;
  const isName = code !== 'unknown_field' || /^[\w-]+$/.test(path.at(-1) ?? '');
  return isName ? issue : { ...issue, path: [...path.slice(0, -1), '?'] };
}

function refuse(issues: readonly InputIssue[], cause: ZodError): AppError {
  const told = issues.slice(0, ISSUES_MAX).map(withFieldName);
  return new AppError('invalid_input', 'The input is not valid.', { issues: told, cause });
}
