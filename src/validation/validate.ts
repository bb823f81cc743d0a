import { type ZodError, type ZodObject, type ZodType, z } from 'zod';
import { AppError, type InputIssue } from '../errors.ts';
import { checkInSlices } from './check-in-slices.ts';
import { type Checked, checkInput, listIssues, rule } from './input-issues.ts';

const ISSUES_MAX = 50;

/** Validates unknown data with an input schema; throws AppError `invalid_input` with the issues. */
export function parseInput<T>(schema: ZodType<T>, data: unknown): T {
  return requireData(checkInput(schema, data));
}

/** Validates an input with a long list in time slices. */
export async function parseInSlices<T>(schema: ZodType<T> & ZodObject, data: unknown): Promise<T> {
  return requireData(await checkInSlices(schema, data));
}

function requireData<T>(result: Checked<T>): T {
  if (!result.success) throw refuse(result.issues, result.error);
  return result.data;
}

/**
 * Checks of an input schema for a value whose shape is known already; the value passes unchanged. For
 * @pothos/plugin-zod: GraphQL has validated the shape, and the schema must not do so again.
 */
export function createChecks(schema: ZodType): ZodType<never> {
  const checks = z.custom<never>().superRefine((value, refinement) => {
    addIssues(checkInput(schema, value), refinement);
  });
  checked.set(checks, schema);
  return checks;
}

/** Checks of an input with a long list, in time slices. */
export function createChecksInSlices(schema: ZodObject): ZodType<never> {
  return z.custom<never>().superRefine(async (value, refinement) => {
    addIssues(await checkInSlices(schema, value), refinement);
  });
}

function addIssues(result: Checked<unknown>, refinement: z.RefinementCtx): void {
  for (const { path, code, message } of result.success ? [] : result.issues)
    refinement.addIssue({ code: 'custom', path, ...rule(code, message) });
}

/** Input schemas by the checks that were created from them. */
const checked = new WeakMap<object, ZodType>();

/** Returns the input schema of checks; undefined for other schemas. */
export function findSchemaOfChecks(checks: object): ZodType | undefined {
  return checked.get(checks);
}

/** Returns the error for the issues of a schema of `createChecks`. */
export function invalidInput(error: ZodError): AppError {
  return refuse(listIssues(error), error);
}

/** Removes path elements that are not names of members, which may be sent values. */
function withFieldName(issue: InputIssue): InputIssue {
  const { path, code } = issue;
  const isName = code !== 'unknown_field' || /^[\w-]+$/.test(path.at(-1) ?? '');
  return isName ? issue : { ...issue, path: [...path.slice(0, -1), '?'] };
}

function refuse(issues: readonly InputIssue[], cause: ZodError): AppError {
  const reported = issues.slice(0, ISSUES_MAX).map(withFieldName);
  return new AppError('invalid_input', 'The input is invalid.', { issues: reported, cause });
}
