import type { z } from 'zod';
import type { RouteFailure, RouteParameter } from '../route.ts';
import { describeRouteFailure, FAILURES, type FailureId } from './failures.ts';
import {
  describeHeaders,
  type HeaderId,
  REQUEST_HEADERS,
  type RequestHeaderId,
  referToHeaders,
} from './headers.ts';
import { createSchemaBook } from './schema-book.ts';

type Response = {
  description: string;
  headers: readonly HeaderId[];
  content?: Record<string, { schema: object }>;
};

/**
 * Components of the OpenAPI document: schemas, parameters, headers and responses. The functions store a component by
 * name and return a reference to it; one without a name is returned itself.
 */
export type Components = {
  schema: (schema: z.ZodType, io: 'input' | 'output') => object;
  parameter: (parameter: RouteParameter) => object;
  requestHeader: (id: RequestHeaderId) => object;
  failure: (id: FailureId) => object;
  describeRouteFailure: (failure: RouteFailure) => object;
  /** Returns all stored components. */
  list: () => object;
};

export function createComponents(): Components {
  const book = createSchemaBook();
  const parameters = createStore('parameters');
  const responses = createStore('responses');
  const failure = (
    id: string,
    { schema, ...response }: ReturnType<typeof describeRouteFailure>,
  ): object => {
    const content = { 'application/json': { schema: book.toJsonSchema(schema, 'output') } };
    return responses.put(id, describeResponse({ ...response, content }));
  };
  return {
    schema: book.toJsonSchema,
    parameter: ({ id, isOptional = false, schema, ...members }) => {
      const definition = {
        ...members,
        required: !isOptional,
        schema: book.toJsonSchema(schema, 'input'),
      };
      return id === undefined ? definition : parameters.put(id, definition);
    },
    requestHeader: (id) => parameters.put(id, REQUEST_HEADERS[id]),
    failure: (id) => failure(id, FAILURES[id]),
    describeRouteFailure: ({ id, status, description }) =>
      failure(id, describeRouteFailure(status, description)),
    list: () => ({
      schemas: book.list(),
      parameters: parameters.list(),
      headers: describeHeaders(),
      responses: responses.list(),
      securitySchemes: SECURITY_SCHEMES,
    }),
  };
}

export function describeResponse({ description, headers, content }: Response): object {
  return { description, headers: referToHeaders(headers), ...(content && { content }) };
}

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Bearer token of a user of the service, issued by `getAccessToken`.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'API key of the service.',
  },
  service: {
    type: 'apiKey',
    in: 'header',
    name: 'service',
    description: 'Name of the service.',
  },
};

/** Stores components of one kind by name. Throws when two different components have the same name. */
function createStore(kind: string) {
  const components = new Map<string, object>();
  return {
    put: (id: string, component: object): object => {
      const shared = components.get(id) ?? component;
      if (JSON.stringify(shared) !== JSON.stringify(component))
        throw new Error(`Two ${kind} are named ${id}.`);
      components.set(id, component);
      return { $ref: `#/components/${kind}/${id}` };
    },
    list: () => Object.fromEntries(components),
  };
}
