import type { InputIssue } from '../../errors.ts';

/**
 * Returns the paths and codes of issues for the log, at most ten. An unknown field is logged as `?`: its name is the
 * caller's own text.
 */
export function toLoggedIssues(issues: readonly InputIssue[]): { path: string; code: string }[] {
  return issues.slice(0, LOGGED_ISSUES_MAX).map(({ path, code }) => {
    const loggedPath = code === 'unknown_field' ? [...path.slice(0, -1), '?'] : path;
    return { path: loggedPath.join('.'), code };
  });
}

const LOGGED_ISSUES_MAX = 10;
