import { AppError } from '../../errors.ts';

/** Refuses to change what the caller has not seen; throws AppError `version_conflict` with the current version. */
export function checkVersion(current: number, expected: number | null | undefined): void {
  if (expected === null || expected === undefined || expected === current) return;
  throw new AppError('version_conflict', `The business is at version ${current} now.`, {
    currentVersion: current,
  });
}
