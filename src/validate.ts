import { type ZodError, type ZodType, z } from 'zod';
import { AppError } from './errors.ts';

const ISSUES_MAX = 50;

/** Checks unknown data against a shared input schema; throws AppError `invalid_input` with one issue a fault. */
export function parseInput<T>(schema: ZodType<T>, data: unknown): T {
  const result = schema.safeParse(data);
  if (!result.success) throw invalidInput(result.error);
  return result.data;
}

/**
 * The checks of an input schema for a value whose shape is known already: the value passes as it is.
 * For @pothos/plugin-zod, where GraphQL has settled the shape and the schema must not settle it again.
 */
export function checksOf(schema: ZodType): ZodType<never> {
  return z.custom<never>().superRefine((value, refinement) => {
    for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
      refinement.addIssue({ code: 'custom', path: [...path], message });
    }
  });
}

/** zod's texts name types and bounds, never the value, so they are safe to send to the caller. */
export function invalidInput(error: ZodError): AppError {
  const issues = error.issues.slice(0, ISSUES_MAX).map((issue) => ({
    path: issue.path.map(String),
    message: issue.message,
  }));
  return new AppError('invalid_input', 'The input is not valid.', { issues, cause: error });
}
