import type { Route, RouteDescription } from '../route.ts';
import { type Components, describeResponse } from './components.ts';
import { COMMON_HEADERS } from './headers.ts';

/** Returns the OpenAPI object of an operation. Stores the components that it refers to. */
export function describeOperation(
  { method, caller, description, hasSpecifiedBodies = false, isFaultSpecified = false }: Route,
  components: Components,
): object {
  const { operationId, tag, summary } = description;
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${description.description}\n\n${describeCaller(caller, description.scopes)}`,
    ...SECURITY[caller],
    parameters: describeParameters(description, components),
    ...describeBody(description, components),
    responses: {
      ...describeSuccess(description, components),
      ...describeFailures(
        { method, caller, description, hasSpecifiedBodies, isFaultSpecified },
        components,
      ),
    },
  };
}

function describeCaller(caller: Route['caller'], scopes: readonly string[]): string {
  if (caller === 'link') return 'Requires no headers: every client that has the link can use it.';
  const names = scopes.map((scope) => `\`${scope}\``).join(' and ');
  if (caller === 'key')
    return `Requires the headers \`x-api-key\` and \`service\`, an API key with the scope ${names}, and no bearer token.`;
  return `Requires the scope${scopes.length > 1 ? 's' : ''} ${names}.`;
}

/** Security requirement of each kind of caller; empty for the default of the document. */
const SECURITY: Record<Route['caller'], object> = {
  user: {},
  key: { security: [{ apiKey: [], service: [] }] },
  link: { security: [] },
};

function describeParameters(
  { parameters = [], isIdempotent, returnsFile }: RouteDescription,
  components: Components,
): object[] {
  return [
    ...parameters.map(components.parameter),
    ...(isIdempotent === true ? [components.requestHeader('IdempotencyKey')] : []),
    ...(returnsFile === true ? FILE_HEADERS.map(components.requestHeader) : []),
  ];
}

const FILE_HEADERS = ['Range', 'IfRange', 'IfNoneMatch'] as const;

function describeBody(
  { body, otherBodies = {} }: RouteDescription,
  components: Components,
): object {
  const json = body && {
    'application/json': {
      schema: components.schema(body.schema, 'input'),
      examples: body.examples,
    },
  };
  const content = new Map<string, object>(Object.entries(json ?? {}));
  for (const [type, { schema, example }] of Object.entries(otherBodies))
    content.set(type, { schema: components.schema(schema, 'input'), example });
  if (content.size === 0) return {};
  const required = body?.isRequired ?? true;
  return { requestBody: { required, content: Object.fromEntries(content) } };
}

function describeSuccess(
  {
    responses,
    isIdempotent,
    hasIgnoredQuestionsHeader,
    hasScreeningHeader,
    returnsFile,
  }: RouteDescription,
  components: Components,
): object {
  if (returnsFile === true) return describeFile();
  const replay = isIdempotent === true ? (['IdempotentReplay'] as const) : [];
  const ignored = hasIgnoredQuestionsHeader === true ? (['IgnoredQuestions'] as const) : [];
  const screening = hasScreeningHeader === true ? (['AutomaticScreening'] as const) : [];
  const headers = [...COMMON_HEADERS, ...replay, ...ignored, ...screening];
  return Object.fromEntries(
    responses.map(({ status, description, schema }) => {
      const content = { 'application/json': { schema: components.schema(schema, 'output') } };
      return [status, describeResponse({ description, headers, content })];
    }),
  );
}

const BYTES = {
  '*/*': {
    schema: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' },
  },
};

function describeFile(): object {
  const headers = [...COMMON_HEADERS, 'Etag', 'AcceptRanges', 'ContentDisposition'] as const;
  return {
    200: describeResponse({
      description: 'Complete file, as an attachment.',
      headers,
      content: BYTES,
    }),
    206: describeResponse({
      description: 'Part of the file that the Range header requests.',
      headers: [...headers, 'ContentRange'],
      content: BYTES,
    }),
    304: describeResponse({
      description: 'The file has an ETag of the If-None-Match header. The body is empty.',
      headers: [...COMMON_HEADERS, 'Etag'],
    }),
  };
}

type Described = Required<
  Pick<Route, 'method' | 'caller' | 'description' | 'hasSpecifiedBodies' | 'isFaultSpecified'>
>;

function describeFailures(
  { method, caller, description, hasSpecifiedBodies, isFaultSpecified }: Described,
  components: Components,
): object {
  const { isIdempotent, failures = [] } = description;
  const { failure } = components;
  return {
    400: failure(hasSpecifiedBodies ? 'InvalidRequest' : 'InvalidRequestWithReasons'),
    401: failure(caller === 'key' ? 'UnknownUser' : 'Unauthorized'),
    403: failure('Forbidden'),
    413: failure(hasSpecifiedBodies ? 'PayloadTooLarge' : 'PayloadTooLargeWithReasons'),
    ...(method === 'GET' ? {} : { 415: failure('EncodedBody') }),
    ...(isIdempotent === true
      ? { 409: failure('Conflict'), 422: failure('IdempotencyKeyReused') }
      : {}),
    429: failure('TooManyRequests'),
    500: failure('ServerError'),
    ...(isFaultSpecified ? {} : { 503: failure('ServiceUnavailable') }),
    ...Object.fromEntries(
      failures.map((routeFailure) => [
        routeFailure.status,
        components.describeRouteFailure(routeFailure),
      ]),
    ),
  };
}
