import { AppError } from '../../../errors.ts';

/** The same refusal with each place that it names as `toSent` has it; what is no refusal stays as it is. */
export function withPaths(error: unknown, toSent: (path: string[]) => string[]): unknown {
  if (!(error instanceof AppError) || error.issues.length === 0) return error;
  const issues = error.issues.map((issue) => ({ ...issue, path: toSent(issue.path) }));
  return new AppError(error.code, error.message, { issues, cause: error });
}
