import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ChunkedBody } from './backpressure/chunked-body.ts';
import { findSingleHeader } from './headers.ts';

export type HttpReply = {
  status: number;
  headers?: Record<string, string>;
  body: string | Uint8Array;
};

/** Response whose body may be long. */
export type LongReply = Omit<HttpReply, 'body'> & { body: HttpReply['body'] | ChunkedBody };

/** Handler of a resource without authentication, for GET and HEAD. */
export type PageHandler = (request: PageRequest) => Promise<HttpReply>;
export type PageRequest = { host: string | undefined; acceptEncoding: string | undefined };

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends a complete response, which is not cacheable unless its headers allow it. Returns the size of its body in bytes.
 */
export function send(response: ServerResponse, reply: HttpReply): number {
  const bytes = writeHead(response, reply);
  response.end(reply.body);
  return bytes;
}

/** Writes status and headers, with the default security headers. Returns the size of the body in bytes. */
export function writeHead(response: ServerResponse, { status, headers, body }: LongReply): number {
  const bytes = measureBody(body);
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    'content-length': bytes,
  });
  return bytes;
}

function measureBody(body: LongReply['body']): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
}

/** Returns path and query of the request target, which may be an absolute URL (RFC 9112, 3.2.2). */
export function parseTarget({ url = '/' }: IncomingMessage): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === url || path.startsWith('/') ? path : `/${path}`;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Returns the request id of the caller when it is a UUID, otherwise a new UUID: any other text might be personal data.
 */
export function getRequestId(request: IncomingMessage): string {
  const sentId = findSingleHeader(request, 'x-request-id');
  return sentId !== undefined && UUID.test(sentId) ? sentId : randomUUID();
}
