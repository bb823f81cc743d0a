import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ChunkedBody } from './backpressure/chunked-body.ts';
import { singleHeader } from './headers.ts';

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
 * Sends a complete response, which is not cacheable unless its headers allow it. Returns the size of its body, as all
 * senders do.
 */
export function send(response: ServerResponse, reply: HttpReply): number {
  const bytes = writeHead(response, reply);
  response.end(reply.body);
  return bytes;
}

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

/**
 * Time for a client that reads its response only after it has sent everything: closing at once would reset the
 * connection.
 */
const DISCARD_MS = 500;

/**
 * Sends a response to a request whose body is not read, and closes the connection a moment later: closing at once would
 * reset it before the response is read.
 */
export function sendAndClose(response: ServerResponse, reply: HttpReply): number {
  const headers = { ...reply.headers, connection: 'close' };
  const bytes = writeHead(response, { ...reply, headers });
  response.write(reply.body);
  const timer = setTimeout(() => response.end(), DISCARD_MS);
  response.once('close', () => clearTimeout(timer));
  return bytes;
}

/** Path and query of a request target; an absolute URL is permitted too (RFC 9112, 3.2.2). */
export function parseTarget({ url = '/' }: IncomingMessage): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === url || path.startsWith('/') ? path : `/${path}`;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Returns the request id of the caller when it is a UUID, because another text could be personal data. Otherwise a new
 * one.
 */
export function findRequestId(request: IncomingMessage): string {
  const sentId = singleHeader(request, 'x-request-id');
  return sentId !== undefined && UUID.test(sentId) ? sentId : randomUUID();
}
