import type { ZodObject, ZodType } from 'zod';
import type { RequestContext } from '../context.ts';
import { parseDatabaseId } from '../domain/shared/global-id.ts';
import { AppError, invalidAt } from '../errors.ts';
import { checkJsonBody } from '../http/json-body.ts';
import { parseInput, parseInSlices } from '../validation/validate.ts';
import type { FileReply, Reply } from './respond.ts';
import type { Tag } from './tags.ts';

/** Parts of a request that a route can read. */
export type RouteRequest = {
  /** Value of the path parameter; empty when the path has none. */
  parameter: string;
  query: URLSearchParams;
  /** Body as JSON text. Empty for GET, and for a route that reads the body itself. */
  body: Uint8Array;
  content: RestContent;
  /** Returns the value of a header that was sent exactly once. */
  header: (name: string) => string | undefined;
  /** True for HEAD: the body is not sent, whatever the route returns. */
  isHead: boolean;
};

/** Body that is read lazily: call either `read` or `bytes`, once. */
export type RestContent = {
  type: string;
  /** True for a body with a content coding, for example gzip. */
  isEncoded: boolean;
  /** Reads the whole body. Throws AppError `limit_exceeded` for a body over the limit. */
  read: (bytesMax: number) => Promise<Uint8Array>;
  /** Streams the body. Throws AppError `invalid_input` when the client aborts; leaving the loop early stops reading. */
  bytes: () => AsyncIterable<Uint8Array>;
};

/** One operation of the v4 interface. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT';
  /** Path as in OpenAPI, with at most one `{parameter}`, which is one path segment. */
  path: string;
  /**
   * Authentication of the route. `key`: API key and service only, for the operation that issues tokens. `link`: the
   * file link in the path parameter; all routes of one path must then have this value.
   */
  caller: 'user' | 'key' | 'link';
  /**
   * True when the v4 document specifies the bodies. `data` of a failure is then empty, and issues are only logged.
   */
  hasSpecifiedBodies?: boolean;
  /** Converts a path in the input of the operation to the v4 path; v4 paths stay unchanged. */
  toV4Path?: (path: string[]) => string[];
  /** True when the route reads the body itself, of any type and size. */
  readsBodyItself?: boolean;
  /** Message of the response to an internal error (500). */
  faultMessage: string;
  /** True when the v4 document specifies 500 for every internal failure, including an unavailable database. */
  isFaultSpecified?: boolean;
  handle: (ctx: RequestContext, request: RouteRequest) => Promise<Reply | FileReply>;
  description: RouteDescription;
};

/** Operation ids in the OpenAPI document. A contract test requires samples of each. */
export type OperationId =
  | 'getAccessToken'
  | 'importAnswers'
  | 'getBusinessDetail'
  | 'completeBusiness'
  | 'getParticipantDetail'
  | 'processFiduciaryRequests'
  | 'processFiduciaryBatch'
  | 'resolvePersonMatches'
  | 'validateRfc'
  | 'lookUpSat69'
  | 'lookUpSat69b'
  | 'generateOfacReport'
  | 'generatePepsReport'
  | 'getReport'
  | 'getReportPdf'
  | 'verifyReport'
  | 'generateSocioeconomicReport'
  | 'getSocioeconomicReport'
  | 'getSocioeconomicPdf'
  | 'uploadFile'
  | 'getFile'
  | 'getFileDetail'
  | 'downloadDocument'
  | 'getLinkedFile'
  | 'putLinkedFile'
  | 'extractDocument'
  | 'getExtraction';

/**
 * OpenAPI description of a route, in addition to its method and path. Tests verify that every schema of an object or an
 * enum has a name by `.meta({ id })`, and that the demo of `npm start` responds to every example as described.
 */
export type RouteDescription = {
  operationId: OperationId;
  tag: Tag;
  summary: string;
  /** Effect and preconditions, as Markdown. The scopes are appended. */
  description: string;
  /** Scopes that the operation requires. */
  scopes: readonly string[];
  parameters?: readonly RouteParameter[];
  body?: {
    schema: ZodType;
    isRequired: boolean;
    /** Examples of the body. Swagger UI prefills the first one. */
    examples: Record<string, BodyExample>;
  };
  /** Bodies of other media types than JSON. */
  otherBodies?: Record<string, { schema: ZodType; example: unknown }>;
  /** Status of the demo's responses to the examples, when it is not 200. */
  exampleStatus?: number;
  /** True when the route supports the Idempotency-Key header. */
  isIdempotent?: boolean;
  /** True when responses may have the header `ignored-questions`. */
  hasIgnoredQuestionsHeader?: boolean;
  /** True when responses may have the header `automatic-screening`. */
  hasScreeningHeader?: boolean;
  responses: { status: 200; description: string; schema: ZodType }[];
  /** True when the successful response is a file. */
  returnsFile?: boolean;
  /** Further failure responses. */
  failures?: readonly RouteFailure[];
};

export type RouteParameter = {
  /** Name among the components, when several operations share it. */
  id?: string;
  name: string;
  in: 'path' | 'query';
  /** True when the parameter is optional. */
  isOptional?: boolean;
  schema: ZodType;
  description: string;
  example: string | number;
};

export type BodyExample = { summary: string; value: object };

/** Failure response of a route. `id` is its name among the components. */
export type RouteFailure = { id: string; status: number; description: string };

const decoder = new TextDecoder();

/**
 * Parses and validates a JSON body, whatever its content type. Throws AppError `invalid_input` for invalid JSON and for
 * values that the schema rejects.
 */
export function parseBody<T>(schema: ZodType<T>, body: Uint8Array): T {
  return parseInput(schema, parseJson(body));
}

/** Parses and validates a JSON body with a long list, and yields to the event loop between its items. */
export async function parseBodyWithYields<T>(
  schema: ZodType<T> & ZodObject,
  body: Uint8Array,
): Promise<T> {
  return await parseInSlices(schema, parseJson(body));
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(checkJsonBody(body)));
  } catch (error) {
    const sentence =
      error instanceof AppError ? error.message : 'The request body is not valid JSON.';
    const issues = [
      { path: [], code: 'wrong_format' as const, message: sentence.replace(/\.$/, '') },
    ];
    throw new AppError('invalid_input', sentence, { issues, cause: error });
  }
}

/**
 * Parses an id of decimal digits. Throws AppError `invalid_input` for other text, with the path `name`.
 */
export function parseId(text: string, name: string): number {
  const id = parseDatabaseId(text);
  if (id !== undefined) return id;
  throw invalidAt([name], 'Must be decimal digits, from 1 to 9007199254740991', 'wrong_format');
}

/** Parses the query parameter `id`. Throws AppError `invalid_input` unless it is given exactly once. */
export function parseIdQuery(query: URLSearchParams): number {
  const [text, secondText] = query.getAll('id');
  if (text === undefined) throw invalidAt(['id'], 'Is required', 'required');
  if (secondText !== undefined) throw invalidAt(['id'], 'Must be given once', 'duplicate');
  return parseId(text, 'id');
}
