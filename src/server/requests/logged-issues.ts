import type { InputIssue } from '../../errors.ts';

/**
 * Where an input was wrong, and how, as the log may have it. A member that is not known is the caller's own text, and its name
 * may be anything.
 */
export function toLoggedIssues(issues: readonly InputIssue[]): { path: string; code: string }[] {
  return issues.slice(0, LOGGED_ISSUES_MAX).map(({ path, code }) => {
    const known = code === 'unknown_field' ? [...path.slice(0, -1), '?'] : path;
    return { path: known.join('.'), code };
  });
}

const LOGGED_ISSUES_MAX = 10;
