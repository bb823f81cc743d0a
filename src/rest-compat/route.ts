import type { ZodType } from 'zod';
import type { Ctx } from '../context.ts';
import { parseDatabaseId } from '../domain/global-id.ts';
import { AppError } from '../errors.ts';
import { checkJsonBody } from '../http/json-body.ts';
import { parseInput } from '../validate.ts';
import type { FileReply, Reply } from './respond.ts';

/** What of a request a route may read. */
export type RouteRequest = {
  parameter: string;
  query: URLSearchParams;
  /** Empty for GET, and for a route that takes bytes. */
  body: Uint8Array;
  content: RestContent;
  /** The value of a header that came exactly once. */
  header: (name: string) => string | undefined;
};

/** A body as it comes in. Either is called once. */
export type RestContent = {
  type: string;
  /** Throws AppError `limit_exceeded` for a body over the limit. */
  read: (bytesMax: number) => Promise<Uint8Array>;
  /** Throws AppError `invalid_input` where the client breaks off; left early, nothing more is read. */
  bytes: () => AsyncIterable<Uint8Array>;
};

/** One operation of the v4 interface. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT';
  /** As in OpenAPI: at most one `{parameter}`, which is one path segment. */
  path: string;
  /**
   * `key`: API key and service only, for the operation that gives out tokens. `link`: whoever shows a link, which
   * is the path's parameter; all routes of the path are for links then.
   */
  caller: 'user' | 'key' | 'link';
  /** Whether it reads its body itself, of whatever type and size. */
  takesBytes?: boolean;
  /** Told when something inside fails. */
  faultMessage: string;
  handle: (ctx: Ctx, request: RouteRequest) => Promise<Reply | FileReply>;
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
  | 'validateRfc'
  | 'uploadFile'
  | 'getFile'
  | 'getFileDetail'
  | 'downloadDocument'
  | 'getLinkedFile'
  | 'putLinkedFile';

/** What the OpenAPI description says besides what the route itself shows. */
export type RouteDescription = {
  operationId: OperationId;
  summary: string;
  parameter?: { name: string; in: 'path' | 'query'; schema: ZodType; description: string };
  body?: { schema: ZodType; isRequired: boolean };
  /** Bodies of other media types than JSON, each as OpenAPI describes it. */
  otherBodies?: Record<string, object>;
  /** Whether it takes the Idempotency-Key header. */
  isIdempotent?: boolean;
  responses: { status: 200; description: string; schema: ZodType }[];
  /** Whether the good answer is a file. */
  answersFile?: boolean;
  /** What else may be answered, by status. */
  failures?: Record<number, string>;
};

const decoder = new TextDecoder();

/** A body read as JSON whatever its content type (decision 5); anything but a JSON object is refused. */
export function parseBody<T>(schema: ZodType<T>, body: Uint8Array): T {
  return parseInput(schema, parseJson(body));
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(checkJsonBody(body)));
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
