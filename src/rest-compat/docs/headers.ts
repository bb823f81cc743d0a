import { z } from 'zod';
import { idempotencyKeySchema } from '../../resolvers/common/common-inputs.ts';

type Header = { name: string; description: string; schema: object; example: string | number };

/** Headers of answers, by their names among the components. */
const HEADERS = {
  RequestId: {
    name: 'x-request-id',
    description:
      'Names the request in the logs. It is the x-request-id that was sent where that is one UUID, else a new one.',
    schema: { type: 'string', format: 'uuid' },
    example: '3f0c1c52-8d7e-4a55-9d0f-6d9b8f0d8e11',
  },
  RateLimitPolicy: {
    name: 'ratelimit-policy',
    description:
      'How many requests (`q`) the service has in how many seconds (`w`), as draft-ietf-httpapi-ratelimit-headers-10 has it. Not there where requests are not counted.',
    schema: { type: 'string' },
    example: '"requests";q=6000;w=60',
  },
  RateLimit: {
    name: 'ratelimit',
    description: 'How many are left (`r`), and in how many seconds (`t`) it begins anew.',
    schema: { type: 'string' },
    example: '"requests";r=5999;t=60',
  },
  RetryAfter: {
    name: 'retry-after',
    description: 'Seconds to wait before the same request is sent again.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  IdempotentReplay: {
    name: 'idempotent-replay',
    description: '`true` where the same request was answered before; else not there.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  IgnoredQuestions: {
    name: 'ignored-questions',
    description:
      'Number of question keys sent that no processed questionnaire asks, then the keys, percent-encoded, as far as 4000 characters hold them. Absent when every key is asked.',
    schema: { type: 'string' },
    example: '2;keys=origen-recurso,a%C3%B1o',
  },
  WwwAuthenticate: {
    name: 'www-authenticate',
    description: 'How to say who calls.',
    schema: { type: 'string', const: 'Bearer' },
    example: 'Bearer',
  },
  Etag: {
    name: 'etag',
    description: 'SHA-256 of the whole file, for If-None-Match and If-Range.',
    schema: { type: 'string' },
    example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  },
  AcceptRanges: {
    name: 'accept-ranges',
    description: 'That a part of the file can be asked for with Range.',
    schema: { type: 'string', const: 'bytes' },
    example: 'bytes',
  },
  ContentDisposition: {
    name: 'content-disposition',
    description: 'The name that the file was uploaded under.',
    schema: { type: 'string' },
    example: 'attachment; filename="ine.pdf"; filename*=UTF-8\'\'ine.pdf',
  },
  ContentRange: {
    name: 'content-range',
    description:
      'Which bytes of how many these are; `*` where the range asked for is not among them.',
    schema: { type: 'string' },
    example: 'bytes 0-9/2048',
  },
} as const satisfies Record<string, Header>;
export type HeaderId = keyof typeof HEADERS;

/** Of every answer to a caller who is known. */
export const OF_ALL = ['RequestId', 'RateLimitPolicy', 'RateLimit'] as const;

export function describeHeaders(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([id, { description, schema, example }]) => [
      id,
      { description, schema, example },
    ]),
  );
}

/** As a response refers to them. */
export function referToHeaders(ids: readonly HeaderId[]): Record<string, object> {
  return Object.fromEntries(
    ids.map((id) => [HEADERS[id].name, { $ref: `#/components/headers/${id}` }]),
  );
}

const { $schema: _, ...idempotencyKey } = z.toJSONSchema(idempotencyKeySchema);

/** Headers of requests, by their names among the components; the v4 document has no such headers. */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Chosen at random by the caller, once for each intention: the same key and the same request within 24 hours have one effect and one answer.',
    schema: idempotencyKey,
  },
  Range: {
    name: 'Range',
    in: 'header',
    required: false,
    description: 'The part of the file to answer, e.g. `bytes=0-1023`. One part only.',
    schema: { type: 'string' },
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    required: false,
    description: 'An ETag: where the file has another, all of it is answered whatever Range says.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'ETags that the client has: where the file has one of them, 304 is answered.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, object>;
export type RequestHeaderId = keyof typeof REQUEST_HEADERS;
