import type { ZodType } from 'zod';
import type { Ctx } from '../context.ts';
import { parseDatabaseId } from '../domain/global-id.ts';
import { AppError } from '../errors.ts';
import { parseInput } from '../validate.ts';
import type { Reply } from './respond.ts';

/** What of a request a route may read. */
export type RouteRequest = { parameter: string; query: URLSearchParams; body: Uint8Array };

/** One operation of the v4 interface. */
export type Route = {
  method: 'GET' | 'POST';
  /** As in OpenAPI: at most one `{parameter}`, which is one path segment. */
  path: string;
  /** `key`: API key and service only, for the operation that gives out tokens. */
  caller: 'user' | 'key';
  /** Told when something inside fails. */
  faultMessage: string;
  handle: (ctx: Ctx, request: RouteRequest) => Promise<Reply>;
  description: RouteDescription;
};

/** Every operation, as its description names it; a test demands samples of each. */
export type OperationId =
  | 'getAccessToken'
  | 'importAnswers'
  | 'getBusinessDetail'
  | 'completeBusiness'
  | 'getParticipantDetail'
  | 'processFiduciaryRequests'
  | 'resolvePersonMatches'
  | 'validateRfc';

/** What the OpenAPI description says besides what the route itself shows. */
export type RouteDescription = {
  operationId: OperationId;
  summary: string;
  parameter?: { name: string; in: 'path' | 'query'; schema: ZodType; description: string };
  body?: { schema: ZodType; isRequired: boolean };
  /** Whether it takes the Idempotency-Key header. */
  isIdempotent?: boolean;
  responses: { status: 200; description: string; schema: ZodType }[];
};

const decoder = new TextDecoder('utf-8', { fatal: true });

/** A body read as JSON whatever its content type (decision 5); anything but a JSON object is refused. */
export function parseBody<T>(schema: ZodType<T>, body: Uint8Array): T {
  return parseInput(schema, parseJson(body));
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(body));
  } catch (error) {
    throw new AppError('invalid_input', 'The body is not JSON.', { cause: error });
  }
}

/** The one parameter `id` of a query, of decimal digits (decision 6); anything else is refused. */
export function parseIdQuery(query: URLSearchParams): number {
  const [text, second] = query.getAll('id');
  const id = second === undefined ? parseDatabaseId(text ?? '') : undefined;
  if (id === undefined) throw new AppError('invalid_input', 'The id is not valid.');
  return id;
}
