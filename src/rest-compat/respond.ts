import { z } from 'zod';
import { AppError, type ErrorCode, type InputIssue } from '../errors.ts';
import { getFailure } from '../http/failures.ts';
import { CODE_MESSAGES, type CodeMessage, type Refusal } from '../http/refusals.ts';

/** Response of the v4 interface. `body` is sent as JSON. */
export type Reply = { status: number; body: Envelope; headers?: Record<string, string> };

/** Response with a file or without a body. `content-length` is the number of `bytes`. */
export type FileReply = {
  status: 200 | 204 | 206 | 304;
  headers: Record<string, string>;
  bytes: AsyncIterable<Uint8Array>;
};

export type Envelope = {
  data: object;
  message: string;
  success: boolean;
  code_message?: CodeMessage;
};

/** Schema of `code_message`. */
export const codeMessageSchema = z
  .enum(CODE_MESSAGES)
  .meta({ id: 'CodeMessage', description: 'Error code.' });

/** Creates a response with status 200 and `success: true`. */
export function succeed(data: object, message: string): Reply {
  return { status: 200, body: { data, message, success: true } };
}

/** Adds the header `idempotent-replay` to the stored response of an earlier request. */
export function withReplayHeader(reply: Reply, { replayed }: { replayed: boolean }): Reply {
  return replayed
    ? { ...reply, headers: { ...reply.headers, 'idempotent-replay': 'true' } }
    : reply;
}

/** Maximum length of the header: proxies reject longer ones. */
const IGNORED_LENGTH_MAX = 4000;

/**
 * Adds the header `ignored-questions` with the sent question keys that no processed template contains: their number,
 * then the percent-encoded keys up to 4000 characters. A header, because the v4 document specifies the body.
 */
export function withIgnoredQuestions(reply: Reply, keys: readonly string[]): Reply {
  if (keys.length === 0) return reply;
  let value = `${keys.length};keys=`;
  for (const [index, key] of keys.entries()) {
    const next = `${index === 0 ? '' : ','}${encodeURIComponent(key)}`;
    if (value.length + next.length > IGNORED_LENGTH_MAX) break;
    value += next;
  }
  return { ...reply, headers: { ...reply.headers, 'ignored-questions': value } };
}

/** Creates a response with status 200 and `success: false`: the request was valid and was not executed. */
export function decline(data: object, message: string): Reply {
  return { status: 200, body: { data, message, success: false } };
}

/** Creates the response of a failure. */
export function fail(failure: Refusal, headers?: Record<string, string>): Reply {
  const { status, codeMessage, message } = failure;
  const body = { data: {}, message, success: false, code_message: codeMessage };
  return headers === undefined ? { status, body } : { status, body, headers };
}

/** Returns the v4 response of an error code, without issues. */
function toFailureReply(code: ErrorCode): Reply {
  const failure = getFailure(code);
  return fail(failure, failure.headers);
}

/**
 * Returns the v4 response to an AppError, and its issues. Undefined for an internal error, which is not described to
 * the caller. `toV4Path` converts paths in the input of the operation to v4 paths.
 */
export function findRefusal(
  error: unknown,
  toV4Path: (path: string[]) => string[] = (path) => path,
): RefusedRequest | undefined {
  if (!(error instanceof AppError)) return undefined;
  const reply = toFailureReply(error.code);
  const issues = listIssues(error, reply.status);
  return { reply, issues: issues.map((issue) => ({ ...issue, path: toV4Path(issue.path) })) };
}

/** Failure response and the issues, which its body does not contain yet. */
export type RefusedRequest = { reply: Reply; issues: InputIssue[] };

/** Adds the issues to `data`, for paths whose bodies the v4 document does not specify. */
export function withReasons({ reply, issues }: RefusedRequest): Reply {
  return issues.length === 0 ? reply : { ...reply, body: { ...reply.body, data: { issues } } };
}

/** Returns the issues of an error. An invalid request always has one, even when the operation gives a message only. */
function listIssues({ code, message, issues }: AppError, status: number): InputIssue[] {
  if (issues.length > 0 || status !== 400) return issues;
  return [{ path: [], code: code === 'invalid_input' ? 'not_allowed' : 'not_found', message }];
}
