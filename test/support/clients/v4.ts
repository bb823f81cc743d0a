import { expect } from 'vitest';
import type { Gateway } from '../gateway/gateway.ts';

export type RawReply = { status: number; headers: Headers; text: string };
type RawRequest = {
  method?: string;
  /** Body, which is sent unchanged. */
  body?: string | Uint8Array<ArrayBuffer>;
  /** Headers that replace those of the caller of the gateway. */
  headers?: Record<string, string>;
};

/** Sends a v4 request with a body of raw bytes, and returns the raw bytes of the response. */
export async function sendV4(
  gateway: Gateway,
  path: string,
  request: RawRequest = {},
): Promise<RawReply> {
  const { method = 'POST', body, headers = gateway.service.headers } = request;
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Returns the exact body of a v4 error. */
function refusal(message: string, code: string): string {
  return `{"data":{},"message":"${message}","success":false,"code_message":"${code}"}`;
}

/** Returns a matcher for the error with at least one issue in its data. */
function reasoned(text: string): unknown {
  const [start = '', end = ''] = text.split('{}');
  const issue = String.raw`\{"path":\[[^\]]*\],"code":"[a-z_]+","message":"[^{}]+"\}`;
  return expect.stringMatching(
    new RegExp(String.raw`^${escape(start)}\{"issues":\[${issue}(,${issue})*\]\}${escape(end)}$`),
  );
}

function escape(text: string): string {
  return text.replace(/[{}]/g, String.raw`\$&`);
}

export const INVALID_REQUEST = { status: 400, text: refusal('Invalid request', 'invalid_request') };
/** Body of a 400 response with issues, of a path that the gateway adds to the v4 contract. */
export const INVALID_INPUT = {
  status: 400,
  text: reasoned(INVALID_REQUEST.text),
};
export const UNAUTHENTICATED = { status: 401, text: refusal('Unauthorized', 'unauthorized') };
export const FORBIDDEN = { status: 403, text: refusal('Unauthorized', 'unauthorized') };
export const NOT_FOUND = { status: 404, text: refusal('Not found', 'not_found') };
export const METHOD_NOT_ALLOWED = {
  status: 405,
  text: refusal('Method not allowed', 'method_not_allowed'),
};
export const PAYLOAD_TOO_LARGE = {
  status: 413,
  text: refusal('Payload too large', 'payload_too_large'),
};
export const UNSUPPORTED_MEDIA_TYPE = {
  status: 415,
  text: refusal('Unsupported media type', 'invalid_request'),
};

/** Bodies that are not JSON objects, for any operation that requires one. */
export const NOT_AN_OBJECT: [name: string, body: string | Uint8Array<ArrayBuffer>][] = [
  ['nothing but white space', ' \n'],
  ['null', 'null'],
  ['true', 'true'],
  ['a number', '7'],
  ['a text', '"{}"'],
  ['an array', '[{}]'],
  ['a cut object', '{"user_id":1'],
  ['a trailing comma', '{"user_id":1,}'],
  ['single quotes', "{'user_id':1}"],
  ['a comment', '{}//'],
  ['two objects', '{}{}'],
  ['a form', 'user_id=1&delete_mode=all'],
  ['UTF-8 cut in the middle', new Uint8Array([0x7b, 0x22, 0xc3, 0x22, 0x3a, 0x31, 0x7d])],
  ['an overlong form', new Uint8Array([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
];
