import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { findHeaderValues } from '../../http/headers.ts';
import { REFUSALS } from '../../http/refusals.ts';
import { type HttpReply, JSON_TYPE, send } from '../../http/reply.ts';

type RefusalKind = keyof typeof REFUSALS;

type RefusalReply = HttpReply & { headers: Record<string, string>; body: string };

/** Returns the response of a refusal, in the format of v4 errors. */
export function toRefusalReply(
  refusal: RefusalKind,
  headers: Record<string, string> = {},
): RefusalReply {
  const { status, codeMessage, message } = REFUSALS[refusal];
  return {
    status,
    headers: { 'content-type': JSON_TYPE, ...headers },
    body: JSON.stringify({ data: {}, message, success: false, code_message: codeMessage }),
  };
}

/** True when the Host header is missing or repeated (RFC 9112, 3.2); HTTP/1.0 may omit it. */
export function hasInvalidHost(request: IncomingMessage): boolean {
  const count = findHeaderValues(request, 'host')?.length ?? 0;
  return count > 1 || (count === 0 && request.httpVersion === '1.1');
}

/** Fields of a refused request for its access log line. */
export type Refusal = {
  requestId: string;
  /** Undefined when the request could not be parsed that far. */
  method: string | undefined;
  status: number;
  /** Size of the response body. */
  bytes: number;
};

/** Refuses a request before the application receives it, and closes its connection. */
export function refuse(response: ServerResponse, refusal: RefusalKind): Refusal {
  const requestId = randomUUID();
  const { method } = response.req;
  response.setHeader('connection', 'close');
  response.setHeader('x-request-id', requestId);
  const reply = toRefusalReply(refusal);
  const bytes = send(response, reply);
  return { requestId, method, status: reply.status, bytes: method === 'HEAD' ? 0 : bytes };
}

/** Writes the refusal of a request that cannot be parsed. The caller closes the connection. */
export function refuseOnSocket(socket: Duplex, refusal: RefusalKind, method?: string): Refusal {
  const { status, body } = toRefusalReply(refusal);
  const requestId = randomUUID();
  const bytes = Buffer.byteLength(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'cache-control: no-store',
    `content-type: ${JSON_TYPE}`,
    `content-length: ${bytes}`,
    `x-request-id: ${requestId}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return { requestId, method, status, bytes };
}

/** Returns the refusal for an error of Node's HTTP parser; `invalidRequest` for an unknown code. */
export function toRefusalKind({ code = '' }: NodeJS.ErrnoException): RefusalKind {
  return REFUSALS_BY_CODE.get(code) ?? 'invalidRequest';
}

const REFUSALS_BY_CODE = new Map<string, RefusalKind>([
  ['HPE_HEADER_OVERFLOW', 'headersTooLarge'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'payloadTooLarge'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'timeout'],
]);
