import { AppError } from '../../errors.ts';

/** What is expected of a business that must not exist yet. */
export const NO_VERSION = 0;

/** Refuses to change what the caller has not seen; throws AppError `version_conflict` with the current version. */
export function checkVersion(current: number, expected: number | null | undefined): void {
  if (expected === null || expected === undefined || expected === current) return;
  const message =
    current === NO_VERSION
      ? 'There is no such business.'
      : `The business is at version ${current} now.`;
  throw new AppError('version_conflict', message, { currentVersion: current });
}
