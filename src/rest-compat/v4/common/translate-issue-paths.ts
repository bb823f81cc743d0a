import { AppError } from '../../../errors.ts';

/** Converts the issue paths of an AppError with `toV4Path`; returns other errors unchanged. */
export function translateIssuePaths(
  error: unknown,
  toV4Path: (path: string[]) => string[],
): unknown {
  if (!(error instanceof AppError) || error.issues.length === 0) return error;
  const issues = error.issues.map((issue) => ({ ...issue, path: toV4Path(issue.path) }));
  return new AppError(error.code, error.message, { issues, cause: error });
}
