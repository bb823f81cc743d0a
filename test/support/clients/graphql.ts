import { expect } from 'vitest';
import type { Reply } from '../gateway/gateway.ts';

/** Stands for any text in an expected value. */
export const ANY_TEXT: unknown = expect.any(String);

/** Stands for an instant as the graph writes it. */
export const INSTANT: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The data of an answer without errors. */
export function dataOf(reply: Reply): unknown {
  expect(reply.body).not.toHaveProperty('errors');
  return at(reply.body, 'data');
}

/** The value at a path into unknown JSON; undefined where there is none. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
}

/** The first error of an answer, by what clients rely on. */
export function errorOf(reply: Reply): unknown {
  const error = at(reply.body, 'errors', 0);
  return {
    message: at(error, 'message'),
    path: at(error, 'path'),
    code: at(error, 'extensions', 'code'),
    codeMessage: at(error, 'extensions', 'code_message'),
    issues: at(error, 'extensions', 'issues'),
  };
}

const ANY_WORD: unknown = expect.stringMatching(/^[A-Z_]+$/);

/** What `errorOf` gives for an argument that breaks a rule. */
export function invalid(
  path: string[],
  issue: { path: string[]; message: string; code?: string },
): object {
  return {
    message: ANY_TEXT,
    path,
    code: 'VALIDATION_FAILED',
    codeMessage: 'invalid_request',
    issues: [{ code: ANY_WORD, ...issue }],
  };
}
