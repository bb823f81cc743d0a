import { AppError } from '../../errors.ts';

/** Expected version of a business that must not exist yet. */
export const NO_VERSION = 0;

/**
 * Throws AppError `version_conflict`, with the current version, when the caller expects another version. Without an
 * expected version, nothing is checked.
 */
export function checkVersion(current: number, expected: number | null | undefined): void {
  if (expected === null || expected === undefined || expected === current) return;
  const message =
    current === NO_VERSION
      ? 'The service has no such business.'
      : `The business is at version ${current} now.`;
  throw new AppError('version_conflict', message, { currentVersion: current });
}
