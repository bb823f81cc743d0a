import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ChunkedBody } from './backpressure/chunked-body.ts';
import { singleHeader } from './headers.ts';

export type HttpReply = {
  status: number;
  headers?: Record<string, string>;
  body: string | Uint8Array;
};

/** The same where it may be long. */
export type LongReply = Omit<HttpReply, 'body'> & { body: HttpReply['body'] | ChunkedBody };

/** Something that is served without a caller, to GET and HEAD. */
export type PageHandler = (request: PageRequest) => Promise<HttpReply>;
export type PageRequest = { host: string | undefined; acceptEncoding: string | undefined };

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends a complete response, which is not cacheable unless its headers allow it. Returns the size of its body, as all
 * senders do.
 */
export function send(response: ServerResponse, reply: HttpReply): number {
  const bytes = writeHeadOf(response, reply);
  response.end(reply.body);
  return bytes;
}

export function writeHeadOf(
  response: ServerResponse,
  { status, headers, body }: LongReply,
): number {
  const bytes = byteLengthOf(body);
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    'content-length': bytes,
  });
  return bytes;
}

function byteLengthOf(body: LongReply['body']): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
}

/** For who reads its answer only after it has sent all: closing at once would reset the connection under it. */
const DISCARD_MS = 500;

/**
 * Sends an answer to a request whose body is not to be read, and ends the connection a moment later: closing at once
 * would reset it under the answer.
 */
export function sendAndClose(response: ServerResponse, reply: HttpReply): number {
  const headers = { ...reply.headers, connection: 'close' };
  const bytes = writeHeadOf(response, { ...reply, headers });
  response.write(reply.body);
  const timer = setTimeout(() => response.end(), DISCARD_MS);
  response.once('close', () => clearTimeout(timer));
  return bytes;
}

/** The path and query of a request target; a full address is one too (RFC 9112, 3.2.2). */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return rest === url || rest.startsWith('/') ? rest : `/${rest}`;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Returns the request id of the caller when it is a UUID, because another text could be personal data. Otherwise a new
 * one.
 */
export function requestIdOf(request: IncomingMessage): string {
  const sent = singleHeader(request, 'x-request-id');
  return sent !== undefined && UUID.test(sent) ? sent : randomUUID();
}
