import { expect } from 'vitest';
import { z } from 'zod';
import { describeApi } from '../../../src/rest-compat/docs/openapi.ts';
import type { OperationId } from '../../../src/rest-compat/route.ts';
import { ROUTES } from '../../../src/rest-compat/routes.ts';
import { at } from './graphql.ts';

/** OpenAPI description as the gateway serves it. */
export const OPENAPI: unknown = JSON.parse(JSON.stringify(describeApi()));

/** Returns the description of an operation. */
export function operationOf(id: OperationId): unknown {
  const route = ROUTES.find((one) => one.description.operationId === id);
  return at(OPENAPI, 'paths', route?.path ?? '', route?.method.toLowerCase() ?? '');
}

/** Returns the description of a response of an operation; undefined when it does not describe the status. */
export function responseOf(id: OperationId, status: number): unknown {
  return follow(at(operationOf(id), 'responses', status));
}

/** Resolves a `$ref`; returns any other value unchanged. */
export function follow(thing: unknown): unknown {
  const reference = at(thing, '$ref');
  return typeof reference === 'string' ? at(OPENAPI, ...reference.slice(2).split('/')) : thing;
}

/** Validators by the text of their schema: most responses share one, and to create it takes milliseconds. */
const validators = new Map<string, z.ZodType>();

/** Returns the validator of a schema of the description, independent of the schemas in the sources. */
export function checkOf(content: unknown): z.ZodType {
  const schema = anyObject.parse(at(content, 'content', 'application/json', 'schema'));
  const key = JSON.stringify(schema);
  const validator = validators.get(key) ?? createValidator(schema);
  validators.set(key, validator);
  return validator;
}

function createValidator(schema: object): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: listReachable(schema) });
  const text = whole.replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(z.custom<z.core.JSONSchema.JSONSchema>().parse(JSON.parse(text)));
}

/** Returns the named schemas that a schema refers to, directly or through others. */
function listReachable(schema: object): Record<string, unknown> {
  const reachable: Record<string, unknown> = {};
  const pending: unknown[] = [schema];
  for (const part of pending)
    for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/([^"]+)/g)) {
      if (name in reachable) continue;
      reachable[name] = at(OPENAPI, 'components', 'schemas', name);
      pending.push(reachable[name]);
    }
  return reachable;
}

const anyObject = z.record(z.string(), z.unknown());

/** What HTTP itself or the safety of browsers has in answers, and no client need be told of. */
const PLAIN = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'date',
  'keep-alive',
  'referrer-policy',
  'transfer-encoding',
  'x-content-type-options',
]);

/** Expects a response to have exactly the described headers. */
export function expectHeaders(id: OperationId, status: number, headers: Headers): void {
  const described = Object.keys(anyObject.parse(at(responseOf(id, status), 'headers')));
  // A replay is told only where it is one, what is left only of a service that is known, and when to come again only
  // where that may help.
  const may = (name: string): boolean =>
    name === 'idempotent-replay' ||
    name === 'ignored-questions' ||
    name === 'automatic-screening' ||
    (status === 401 && name.startsWith('ratelimit')) ||
    (status === 503 && name === 'retry-after');
  const awaited = described.filter((name) => !may(name) || headers.has(name));
  const sent = [...headers.keys()].filter((name) => !PLAIN.has(name));
  expect({ id, status, sent: sent.toSorted() }).toEqual({ id, status, sent: awaited.toSorted() });
}
