import type { ZodObject, ZodType } from 'zod';
import type { Ctx } from '../context.ts';
import { parseDatabaseId } from '../domain/shared/global-id.ts';
import { AppError, invalidAt } from '../errors.ts';
import { checkJsonBody } from '../http/json-body.ts';
import { parseInput, parseInTurns } from '../validation/validate.ts';
import type { FileReply, Reply } from './respond.ts';
import type { Tag } from './tags.ts';

/** The parts of a request that a route may read. */
export type RouteRequest = {
  parameter: string;
  query: URLSearchParams;
  /** Empty for GET, and for a route that takes bytes. */
  body: Uint8Array;
  content: RestContent;
  /** The value of a header that came exactly once. */
  header: (name: string) => string | undefined;
  /** Whether a GET is answered without its body, which is then not sent whatever the route makes of it. */
  isHead: boolean;
};

/** A body as it comes in: `read` or `bytes` is called, once. */
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
  /** Whether the v4 document shows its bodies: then a refusal's `data` is empty, and its reasons go to the log. */
  isSpecified?: boolean;
  /** A path into the operation's input, as one who sent v4 words knows it; of a path in v4 words, the same. */
  toWords?: (path: string[]) => string[];
  /** Whether it reads its body itself, of whatever type and size. */
  takesBytes?: boolean;
  /** The message of the 500 when something inside fails. */
  faultMessage: string;
  /** Whether the v4 document says that everything that fails inside is that 500: a database that is away, too. */
  isFaultSpecified?: boolean;
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
 * What OpenAPI is told of a route besides its method and path. Every schema that is an object or a closed set of words has
 * a name, by `.meta({ id })`, and every example is answered as it says by the demo of `npm start`: tests hold it to that.
 */
export type RouteDescription = {
  operationId: OperationId;
  tag: Tag;
  summary: string;
  /** What it does and what to know before calling it, as Markdown. Its scopes are added. */
  description: string;
  /** What a caller needs besides being known. */
  scopes: readonly string[];
  parameters?: readonly RouteParameter[];
  body?: {
    schema: ZodType;
    isRequired: boolean;
    /** The first one fills in forms to try it with. */
    examples: Record<string, BodyExample>;
  };
  /** Bodies of other media types than JSON. */
  otherBodies?: Record<string, { schema: ZodType; example: unknown }>;
  /** How the demo answers its examples, where that is not with 200. */
  exampleStatus?: number;
  /** Whether it takes the Idempotency-Key header. */
  isIdempotent?: boolean;
  responses: { status: 200; description: string; schema: ZodType }[];
  /** Whether it answers a file where nothing fails. */
  answersFile?: boolean;
  /** What else may be answered. */
  failures?: readonly RouteFailure[];
};

export type RouteParameter = {
  /** Its name among the components, where several operations have it. */
  id?: string;
  name: string;
  in: 'path' | 'query';
  /** Whether it may be left out, as a parameter of a query may. */
  isOptional?: boolean;
  schema: ZodType;
  description: string;
  example: string | number;
};

export type BodyExample = { summary: string; value: object };

/** `id` is its name among the components. */
export type RouteFailure = { id: string; status: number; description: string };

const decoder = new TextDecoder();

/** A body read as JSON whatever its content type (decision 5); anything but a JSON object is refused. */
export function parseBody<T>(schema: ZodType<T>, body: Uint8Array): T {
  return parseInput(schema, parseJson(body));
}

/** The same for a body with a long list, between whose members other requests have their turn. */
export async function parseBodyInTurns<T>(
  schema: ZodType<T> & ZodObject,
  body: Uint8Array,
): Promise<T> {
  return await parseInTurns(schema, parseJson(body));
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(checkJsonBody(body)));
  } catch (error) {
    const issues = [
      { path: [], code: 'wrong_format' as const, message: 'The request body is not valid JSON' },
    ];
    throw new AppError('invalid_input', 'The request body is not valid JSON.', {
      issues,
      cause: error,
    });
  }
}

/** An id of decimal digits (decision 6), as it stands where `name` says; anything else is refused. */
export function parseId(text: string, name: string): number {
  const id = parseDatabaseId(text);
  if (id !== undefined) return id;
  throw invalidAt([name], 'Must be decimal digits, from 1 to 9007199254740991', 'wrong_format');
}

/** The one parameter `id` of a query. */
export function parseIdQuery(query: URLSearchParams): number {
  const [text, second] = query.getAll('id');
  if (text === undefined) throw invalidAt(['id'], 'Is required', 'required');
  if (second !== undefined) throw invalidAt(['id'], 'Must be given once', 'duplicate');
  return parseId(text, 'id');
}
