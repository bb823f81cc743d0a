import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from './errors.ts';

export type HttpReply = {
  status: number;
  headers?: Record<string, string>;
  body: string | Uint8Array;
};

/** Something that is served without a caller, to GET and HEAD. */
export type PageHandler = (request: PageRequest) => Promise<HttpReply>;
export type PageRequest = { host: string | undefined; acceptEncoding: string | undefined };

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a whole answer; every answer is marked as not to be stored unless it says otherwise. */
export function send(response: ServerResponse, { status, headers, body }: HttpReply): void {
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Reads a body up to `bytesMax`; throws AppError `limit_exceeded` as soon as it is over. */
export async function readBody(
  request: IncomingMessage,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new AppError('limit_exceeded', `The body is over ${bytesMax} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not `for await`: leaving its loop early would destroy the socket before the refusal is sent.
  return await new Promise((resolve, reject) => {
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= bytesMax) chunks.push(chunk);
      else reject(tooLarge);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new AppError('invalid_input', 'The body was cut off.')));
  });
}

/** The value of a header that came exactly once; undefined otherwise. */
export function singleHeader(request: IncomingMessage, name: string): string | undefined {
  const values = request.headersDistinct[name];
  return values?.length === 1 ? values[0] : undefined;
}

const REQUEST_ID = /^[0-9a-fA-F-]{16,36}$/;

/** The caller's request id where it is hexadecimal and so cannot hold personal data; else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = singleHeader(request, 'x-request-id');
  return sent !== undefined && REQUEST_ID.test(sent) ? sent : randomUUID();
}
