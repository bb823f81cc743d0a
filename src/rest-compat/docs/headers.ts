import { z } from 'zod';
import { idempotencyKeySchema } from '../../resolvers/common/common-inputs.ts';

type Header = { name: string; description: string; schema: object; example: string | number };

/** Response headers, by component name. */
const HEADERS = {
  RequestId: {
    name: 'x-request-id',
    description:
      'Id of the request in the logs. Equal to the x-request-id of the request when that is a UUID, otherwise a new one.',
    schema: { type: 'string', format: 'uuid' },
    example: '3f0c1c52-8d7e-4a55-9d0f-6d9b8f0d8e11',
  },
  RateLimitPolicy: {
    name: 'ratelimit-policy',
    description:
      'Rate limit of the service by draft-ietf-httpapi-ratelimit-headers-10: number of requests (`q`) in a window of `w` seconds. Absent when no limit is set.',
    schema: { type: 'string' },
    example: '"requests";q=6000;w=60',
  },
  RateLimit: {
    name: 'ratelimit',
    description:
      'Number of requests left in the window (`r`), and seconds until the next window begins (`t`).',
    schema: { type: 'string' },
    example: '"requests";r=5999;t=60',
  },
  RetryAfter: {
    name: 'retry-after',
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 1 },
    example: 12,
  },
  IdempotentReplay: {
    name: 'idempotent-replay',
    description:
      '`true` when this is the stored response of an earlier request with the same idempotency key. Absent otherwise.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  IgnoredQuestions: {
    name: 'ignored-questions',
    description:
      'Number of submitted question keys that no processed questionnaire contains, then the keys, percent-encoded, within 4000 characters. Absent when there are none.',
    schema: { type: 'string' },
    example: '2;keys=origen-recurso,a%C3%B1o',
  },
  AutomaticScreening: {
    name: 'automatic-screening',
    description:
      '`off` when participants were created and the service screens none automatically: they were not compared with any list. Absent otherwise.',
    schema: { type: 'string', const: 'off' },
    example: 'off',
  },
  AcceptEncoding: {
    name: 'accept-encoding',
    description: 'Content codings that a request body may have: none.',
    schema: { type: 'string', const: 'identity' },
    example: 'identity',
  },
  WwwAuthenticate: {
    name: 'www-authenticate',
    description: 'Authentication scheme that the server expects.',
    schema: { type: 'string', const: 'Bearer' },
    example: 'Bearer',
  },
  Etag: {
    name: 'etag',
    description: 'SHA-256 of the complete file, for the headers If-None-Match and If-Range.',
    schema: { type: 'string' },
    example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  },
  AcceptRanges: {
    name: 'accept-ranges',
    description: 'Unit of ranges: the header Range can request a part of the file.',
    schema: { type: 'string', const: 'bytes' },
    example: 'bytes',
  },
  ContentDisposition: {
    name: 'content-disposition',
    description: 'Name of the file, as given in the upload.',
    schema: { type: 'string' },
    example: 'attachment; filename="ine.pdf"; filename*=UTF-8\'\'ine.pdf',
  },
  ContentRange: {
    name: 'content-range',
    description:
      'Position of the returned bytes and size of the file. `*` instead of the position when the range is outside of the file.',
    schema: { type: 'string' },
    example: 'bytes 0-9/2048',
  },
} as const satisfies Record<string, Header>;
export type HeaderId = keyof typeof HEADERS;

/** Headers of every response to an authenticated caller. */
export const COMMON_HEADERS = ['RequestId', 'RateLimitPolicy', 'RateLimit'] as const;

export function describeHeaders(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([id, { description, schema, example }]) => [
      id,
      { description, schema, example },
    ]),
  );
}

/** Returns references to the header components, by header name, for a response. */
export function referToHeaders(ids: readonly HeaderId[]): Record<string, object> {
  return Object.fromEntries(
    ids.map((id) => [HEADERS[id].name, { $ref: `#/components/headers/${id}` }]),
  );
}

const { $schema: _, ...idempotencyKey } = z.toJSONSchema(idempotencyKeySchema);

/** Request headers, by component name. The v4 document has no such headers. */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Random key that the caller generates once for each operation. The same key with the same request within 24 hours has one effect and returns the stored response.',
    schema: idempotencyKey,
  },
  Range: {
    name: 'Range',
    in: 'header',
    required: false,
    description:
      'Part of the file to return, for example `bytes=0-1023`. Only one part is supported.',
    schema: { type: 'string' },
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    required: false,
    description:
      'ETag of the file. When the file has another ETag, the complete file is returned and Range is ignored.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'ETags that the client has cached. When the file has one of them, the response is 304 without a body.',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, object>;
export type RequestHeaderId = keyof typeof REQUEST_HEADERS;
