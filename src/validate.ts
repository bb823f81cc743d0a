import type { ZodError, ZodType } from 'zod';
import { AppError } from './errors.ts';

const ISSUES_MAX = 50;

/** Checks unknown data against a shared input schema; throws AppError `invalid_input` with one issue a fault. */
export function parseInput<T>(schema: ZodType<T>, data: unknown): T {
  const result = schema.safeParse(data);
  if (!result.success) throw invalidInput(result.error);
  return result.data;
}

/** zod's texts name types and bounds, never the value, so they are safe to send to the caller. */
export function invalidInput(error: ZodError): AppError {
  const issues = error.issues.slice(0, ISSUES_MAX).map((issue) => ({
    path: issue.path.map(String),
    message: issue.message,
  }));
  return new AppError('invalid_input', 'The input is not valid.', { issues, cause: error });
}
