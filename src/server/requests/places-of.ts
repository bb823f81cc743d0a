import type { InputIssue } from '../../errors.ts';

/**
 * Returns the paths and codes of issues for the log. The name of an unknown member is text of the caller and is
 * removed.
 */
export function placesOf(issues: readonly InputIssue[]): { path: string; code: string }[] {
  return issues.slice(0, LOGGED_ISSUES_MAX).map(({ path, code }) => {
    const known = code === 'unknown_field' ? [...path.slice(0, -1), '?'] : path;
    return { path: known.join('.'), code };
  });
}

const LOGGED_ISSUES_MAX = 10;
