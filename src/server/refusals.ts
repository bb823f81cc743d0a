import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { headerValues } from '../http/headers.ts';
import { JSON_TYPE, send } from '../http/reply.ts';
import { FAILURES, fail } from '../rest-compat/respond.ts';

/** What is refused before it is a request that the app could answer. */
const REFUSALS = {
  invalidRequest: FAILURES.invalidRequest,
  methodNotAllowed: FAILURES.methodNotAllowed,
  payloadTooLarge: FAILURES.payloadTooLarge,
  timeout: { status: 408, code: 'invalid_request', message: 'Request timeout' },
  expectation: { status: 417, code: 'invalid_request', message: 'Expectation failed' },
  headersTooLarge: { status: 431, code: 'invalid_request', message: 'Headers too large' },
} as const;
type Refusal = keyof typeof REFUSALS;

/** RFC 9112, 3.2: one Host header, which only HTTP/1.0 may leave out. */
export function hasWrongHost(request: IncomingMessage): boolean {
  const count = headerValues(request, 'host')?.length ?? 0;
  return count > 1 || (count === 0 && request.httpVersion === '1.1');
}

/** Answers a request that is not handed on, and ends its connection. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  response.setHeader('connection', 'close');
  response.setHeader('x-request-id', randomUUID());
  send(response, { ...replyOf(refusal), headers: { 'content-type': JSON_TYPE } });
}

/** Long enough for an answer to be read before what the client still sends resets its connection. */
const LINGER_MS = 1_000;

/** Answers on a connection that holds no readable request, and ends it. */
export function refuseOnSocket(socket: Duplex, refusal: Refusal): void {
  const { status, body } = replyOf(refusal);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'cache-control: no-store',
    `content-type: ${JSON_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** What Node's parser has against a request, by the code of its error. */
export function refusalOf({ code = '' }: NodeJS.ErrnoException): Refusal {
  return REFUSAL_OF.get(code) ?? 'invalidRequest';
}

const REFUSAL_OF = new Map<string, Refusal>([
  ['HPE_HEADER_OVERFLOW', 'headersTooLarge'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'payloadTooLarge'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'timeout'],
]);

function replyOf(refusal: Refusal): { status: number; body: string } {
  const { status, body } = fail(REFUSALS[refusal]);
  return { status, body: JSON.stringify(body) };
}
