import { AppError } from '../../../errors.ts';

/** Converts the issue paths of an AppError with `toSent`; returns other errors unchanged. */
export function translateIssuePaths(error: unknown, toSent: (path: string[]) => string[]): unknown {
  if (!(error instanceof AppError) || error.issues.length === 0) return error;
  const issues = error.issues.map((issue) => ({ ...issue, path: toSent(issue.path) }));
  return new AppError(error.code, error.message, { issues, cause: error });
}
