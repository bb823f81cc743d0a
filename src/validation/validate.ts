import { type ZodError, type ZodObject, type ZodType, z } from 'zod';
import { AppError, type InputIssue } from '../errors.ts';
import { checkInTurns } from './check-in-slices.ts';
import { type Checked, checkInput, listIssues, rule } from './input-issues.ts';

const ISSUES_MAX = 50;

/** Checks unknown data against a shared input schema; throws AppError `invalid_input` with one issue a fault. */
export function parseInput<T>(schema: ZodType<T>, data: unknown): T {
  return dataOf(checkInput(schema, data));
}

/** The same for an input with a long list, between whose members other requests have their turn. */
export async function parseInTurns<T>(schema: ZodType<T> & ZodObject, data: unknown): Promise<T> {
  return dataOf(await checkInTurns(schema, data));
}

function dataOf<T>(result: Checked<T>): T {
  if (!result.success) throw refuse(result.issues, result.error);
  return result.data;
}

/**
 * The checks of an input schema for a value whose shape is known already: the value passes as it is.
 * For @pothos/plugin-zod, where GraphQL has settled the shape and the schema must not settle it again.
 */
export function checksOf(schema: ZodType): ZodType<never> {
  const checks = z.custom<never>().superRefine((value, refinement) => {
    tellFaults(checkInput(schema, value), refinement);
  });
  checked.set(checks, schema);
  return checks;
}

/** The same for an input with a long list, between whose members other requests have their turn. */
export function checksInTurnsOf(schema: ZodObject): ZodType<never> {
  return z.custom<never>().superRefine(async (value, refinement) => {
    tellFaults(await checkInTurns(schema, value), refinement);
  });
}

function tellFaults(result: Checked<unknown>, refinement: z.RefinementCtx): void {
  for (const { path, code, message } of result.success ? [] : result.issues)
    refinement.addIssue({ code: 'custom', path, ...rule(code, message) });
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

/** Removes path elements that are not names of members, which may be sent values. */
function withFieldName(issue: InputIssue): InputIssue {
  const { path, code } = issue;
  const isName = code !== 'unknown_field' || /^[\w-]+$/.test(path.at(-1) ?? '');
  return isName ? issue : { ...issue, path: [...path.slice(0, -1), '?'] };
}

function refuse(issues: readonly InputIssue[], cause: ZodError): AppError {
  const told = issues.slice(0, ISSUES_MAX).map(withFieldName);
  return new AppError('invalid_input', 'The input is invalid.', { issues: told, cause });
}
