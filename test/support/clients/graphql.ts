import { expect } from 'vitest';
import type { Reply } from '../gateway/gateway.ts';

/** Matcher for any text in an expected value. */
export const ANY_TEXT: unknown = expect.any(String);

/** Matcher for an instant in the format of GraphQL. */
export const INSTANT: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Returns the data of a response. Fails when the response has errors. */
export function dataOf(reply: Reply): unknown {
  expect(reply.body).not.toHaveProperty('errors');
  return at(reply.body, 'data');
}

/** Returns the value at a path of unknown JSON; undefined when there is none. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
}

/** Returns the stable members of the first error of a response. */
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

/** Returns the expected value of `errorOf` for an argument that breaks a rule. */
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
