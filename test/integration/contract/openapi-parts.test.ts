import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROUTES } from '../../../src/rest-compat/routes.ts';
import { TAGS } from '../../../src/rest-compat/tags.ts';
import { at } from '../../support/clients/graphql.ts';
import { follow, OPENAPI, operationOf } from '../../support/clients/openapi.ts';
import { readV4Names } from '../../support/clients/v4-names.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { REST_SAMPLES } from './samples.ts';

const gateway = useGateway();

describe('the description', () => {
  it('names each route once, with its method, its parameters and the headers it needs', () => {
    const found = ROUTES.map(
      ({ path, method, caller, description: { operationId, parameters = [], ...rest } }) => {
        const operation = operationOf(operationId);
        const inPath = /\{(\w+)\}/.exec(path)?.[1];
        expect(at(operation, 'operationId')).toBe(operationId);
        const key = rest.isIdempotent === true ? ['Idempotency-Key'] : [];
        const part = rest.returnsFile === true ? ['Range', 'If-Range', 'If-None-Match'] : [];
        const names = listOf(operation, 'parameters').map((one) => at(follow(one), 'name'));
        expect(names).toEqual([...parameters.map((one) => one.name), ...key, ...part]);
        expect(parameters.find((one) => one.in === 'path')?.name).toBe(inPath);
        const ofCaller = { user: undefined, key: [{ apiKey: [], service: [] }], link: [] };
        expect(at(operation, 'security')).toEqual(ofCaller[caller]);
        return `${method} ${path}`;
      },
    );
    expect(new Set(found).size).toBe(ROUTES.length);
    expect(readV4Names().operations.toSorted()).toEqual(found.toSorted());
  });

  it('is served without a caller, as OpenAPI 3.1', async () => {
    const { body } = await gateway.request('GET', '/api/v4/openapi.json', { headers: {} });
    expect(body).toEqual(OPENAPI);
    expect(body).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: '/' }],
      security: [{ bearer: [], apiKey: [], service: [] }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
          service: { type: 'apiKey', in: 'header', name: 'service' },
        },
      },
    });
  });

  it('says of every operation what it does, its group and the scopes it needs', () => {
    for (const { caller, description } of ROUTES) {
      const { operationId, scopes, tag } = description;
      const operation = operationOf(operationId);
      expect(at(operation, 'tags')).toEqual([tag]);
      const { scope, otherScopes = [] } = REST_SAMPLES[operationId];
      expect(scopes).toEqual(scope === null ? [] : [scope, ...otherScopes]);
      expect(caller !== 'link').toBe(scopes.length > 0);
      for (const needed of scopes) expect(at(operation, 'description')).toContain(`\`${needed}\``);
    }
    expect(new Set(ROUTES.map((one) => one.description.tag))).toEqual(new Set(Object.keys(TAGS)));
  });
});

describe('the names that generated clients have', () => {
  it('are there for every object and every closed set of words', () => {
    const { schemas, ...components } = anyRecord.parse(at(OPENAPI, 'components'));
    // Of a schema that has a name only what is in it can lack one.
    const inside = Object.values(z.record(z.string(), anyRecord).parse(schemas)).map((one) =>
      Object.values(one),
    );
    expect(listThings(schemas).length).toBeGreaterThan(50);
    expect(listThings([at(OPENAPI, 'paths'), components, inside])).toEqual([]);
  });

  it('are used, each of them', () => {
    const text = JSON.stringify(OPENAPI);
    for (const [kind, name] of listNames())
      expect(text).toContain(`"$ref":"#/components/${kind}/${name}"`);
  });

  it('are plain English in PascalCase', () => {
    for (const [, name] of listNames()) expect(name).toMatch(/^([A-Z][a-z]+)+$/);
  });
});

function listOf(thing: unknown, name: string): unknown[] {
  const list = at(thing, name);
  return Array.isArray(list) ? list : [];
}

/** The components that are referred to. */
function listNames(): [kind: string, name: string][] {
  return ['schemas', 'parameters', 'headers', 'responses'].flatMap((kind) =>
    Object.keys(anyRecord.parse(at(OPENAPI, 'components', kind))).map((name): [string, string] => [
      kind,
      name,
    ]),
  );
}

const anyRecord = z.record(z.string(), z.unknown());

/** Objects with members, and closed sets of words, wherever they stand; examples are none. */
function listThings(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties, enum: words } = { properties: {}, enum: [], ...value };
  const isThing = Object.keys(properties).length > 0 || words.length > 1;
  const inside = Object.entries(value).filter(([key]) => key !== 'examples' && key !== 'example');
  return [...(isThing ? [value] : []), ...inside.flatMap(([, one]) => listThings(one))];
}
