import { z } from 'zod';
import { ISSUE_CODES } from '../../errors.ts';
import { idempotencyKeySchema } from '../../resolvers/common/common-inputs.ts';
import { CODE_MESSAGES } from '../respond.ts';
import type { Route, RouteDescription } from '../route.ts';
import { ROUTES } from '../routes.ts';

const errorSchema = z.object({
  data: z.object({}),
  message: z.string(),
  success: z.literal(false),
  code_message: z.enum(CODE_MESSAGES),
});

const issueSchema = z.object({
  path: z.array(z.string()).describe('Members down to it, e.g. ["participantes","0","email"]'),
  code: z.enum(ISSUE_CODES).describe('To translate by. More may be added'),
  message: z.string().describe('For people; it never quotes what was sent'),
});

/** Of the paths that are ours: with the reasons, where there are any. */
const refusalSchema = errorSchema.extend({
  data: z.object({ issues: z.array(issueSchema).min(1).optional() }),
});

/** The OpenAPI 3.1 description of the v4 interface, made of the same schemas that check and type it. */
export function describeApi(): object {
  const paths = Object.groupBy(ROUTES, (route) => route.path);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Participant interface',
      version: 'v4',
      description:
        'Identity and compliance workflows over HTTP/JSON. Where the v4 document is silent, our decisions are listed in docs/v4-contract.md.',
    },
    security: [{ bearer: [], apiKey: [], service: [] }],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, routes]) => [
        path,
        Object.fromEntries((routes ?? []).map((one) => [one.method.toLowerCase(), describe(one)])),
      ]),
    ),
    components: {
      schemas: { Error: z.toJSONSchema(errorSchema), Refusal: z.toJSONSchema(refusalSchema) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        service: { type: 'apiKey', in: 'header', name: 'service' },
      },
    },
  };
}

function describe({ caller, description, isSpecified = false }: Route): object {
  const refused = isSpecified ? errorResponse : refusalResponse;
  const { parameter, responses, isIdempotent = false } = description;
  return {
    operationId: description.operationId,
    summary: description.summary,
    ...SECURITY[caller],
    parameters: [
      ...(parameter === undefined
        ? []
        : [{ ...parameter, required: true, schema: z.toJSONSchema(parameter.schema) }]),
      ...(isIdempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...describeBody(description),
    responses: {
      ...Object.fromEntries(
        responses.map((one) => [
          one.status,
          {
            description: one.description,
            content: jsonContent(one.schema),
            ...(isIdempotent ? { headers: { 'idempotent-replay': REPLAY } } : {}),
          },
        ]),
      ),
      ...(description.answersFile === true ? FILE_RESPONSES : {}),
      400: refused('Invalid request'),
      401: errorResponse('The headers do not name one known caller'),
      403: errorResponse('The caller lacks the scope'),
      413: refused('The body is over the limit'),
      ...(isIdempotent ? KEY_RESPONSES : {}),
      429: errorResponse(
        'The service has spent its requests; Retry-After tells when to come again',
      ),
      500: errorResponse('Server-side failure'),
      ...Object.fromEntries(
        Object.entries(description.failures ?? {}).map(([status, text]) => [status, refused(text)]),
      ),
    },
  };
}

/** Where it is not that of most. */
const SECURITY: Record<Route['caller'], object> = {
  user: {},
  key: { security: [{ apiKey: [], service: [] }] },
  link: { security: [] },
};

function describeBody({ body, otherBodies = {} }: RouteDescription): object {
  const content = { ...(body && jsonContent(body.schema, 'input')), ...otherBodies };
  if (Object.keys(content).length === 0) return {};
  return { requestBody: { required: body?.isRequired ?? true, content } };
}

const BYTES = {
  '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
};
const FILE_RESPONSES = {
  200: { description: 'The file, as an attachment', content: BYTES },
  206: { description: 'The part of it that the Range header asks for', content: BYTES },
  304: { description: 'The file has the ETag of the If-None-Match header' },
};

/** Our addition: the v4 document has no such headers. */
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and the same request within 24 hours have one effect and one answer.',
  schema: z.toJSONSchema(idempotencyKeySchema),
};
const REPLAY = {
  description: 'true where the same request was answered before.',
  schema: { type: 'string' },
};
const KEY_RESPONSES = {
  409: errorResponse(
    'A request for the same data is still under way, or it was decided otherwise before',
  ),
  422: errorResponse('The idempotency key came with another request before'),
};

function errorResponse(description: string): object {
  return describeReply(description, 'Error');
}

function refusalResponse(description: string): object {
  return describeReply(description, 'Refusal');
}

function describeReply(description: string, name: 'Error' | 'Refusal'): object {
  const schema = { $ref: `#/components/schemas/${name}` };
  return { description, content: { 'application/json': { schema } } };
}

/** `input` leaves room for unknown members where they are ignored (decision 5); answers have none. */
function jsonContent(schema: z.ZodType, io: 'input' | 'output' = 'output'): object {
  return { 'application/json': { schema: z.toJSONSchema(schema, { io }) } };
}
