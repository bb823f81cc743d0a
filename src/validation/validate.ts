import { type ZodError, type ZodObject, type ZodType, z } from 'zod';
import { AppError, type InputIssue } from '../errors.ts';
import { checkInSlices } from './check-in-slices.ts';
import { type Checked, checkInput, issueOptions, listIssues } from './input-issues.ts';

/** Maximum number of issues in an error; the first ones are reported. */
const ISSUES_MAX = 50;

/** Validates unknown data and returns the parsed value. Throws AppError `invalid_input` with at most 50 issues. */
export function parseInput<T>(schema: ZodType<T>, data: unknown): T {
  return requireData(checkInput(schema, data));
}

/** Validates an input like parseInput, but validates its long list in time slices. */
export async function parseInSlices<T>(schema: ZodType<T> & ZodObject, data: unknown): Promise<T> {
  return requireData(await checkInSlices(schema, data));
}

function requireData<T>(result: Checked<T>): T {
  if (!result.success) throw toInvalidInputError(result.issues, result.error);
  return result.data;
}

/**
 * Creates a schema that adds the issues of `schema` and returns the value unchanged. For @pothos/plugin-zod: GraphQL
 * has already parsed the value, and the schema must not transform it again.
 */
export function createChecks(schema: ZodType): ZodType<never> {
  const checks = z.custom<never>().superRefine((value, refinement) => {
    addIssues(checkInput(schema, value), refinement);
  });
  schemasByChecks.set(checks, schema);
  return checks;
}

/** Creates checks like createChecks, for an input with a long list, which are run in time slices. */
export function createChecksInSlices(schema: ZodObject): ZodType<never> {
  return z.custom<never>().superRefine(async (value, refinement) => {
    addIssues(await checkInSlices(schema, value), refinement);
  });
}

function addIssues(result: Checked<unknown>, refinement: z.RefinementCtx): void {
  for (const { path, code, message } of result.success ? [] : result.issues)
    refinement.addIssue({ code: 'custom', path, ...issueOptions(code, message) });
}

/** Input schema of each result of createChecks. */
const schemasByChecks = new WeakMap<object, ZodType>();

/** Returns the schema that createChecks was called with. Undefined for other checks, also of createChecksInSlices. */
export function findSchemaOfChecks(checks: object): ZodType | undefined {
  return schemasByChecks.get(checks);
}

/** Returns the error for the issues of a schema of `createChecks`. */
export function invalidInput(error: ZodError): AppError {
  return toInvalidInputError(listIssues(error), error);
}

/** Replaces the name of an unknown field by `?` unless it looks like a name: it may contain personal data. */
function hideUnknownName(issue: InputIssue): InputIssue {
  const { path, code } = issue;
  const isName = code !== 'unknown_field' || /^[\w-]+$/.test(path.at(-1) ?? '');
  return isName ? issue : { ...issue, path: [...path.slice(0, -1), '?'] };
}

function toInvalidInputError(issues: readonly InputIssue[], cause: ZodError): AppError {
  const reported = issues.slice(0, ISSUES_MAX).map(hideUnknownName);
  return new AppError('invalid_input', 'The input is invalid.', { issues: reported, cause });
}
