import {
  coerceInputLiteral,
  coerceInputValue,
  type GraphQLInputType,
  isInputType,
  parseConstValue,
  parseType,
  typeFromAST,
} from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../../src/schema/index.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';
import {
  type InputPlace,
  listInputPlaces,
  literalAt,
  valueAt,
} from '../../../support/probes/input-paths.ts';

const gateway = useGateway();
const PLACES = listInputPlaces(schema);

const { stackTraceLimit } = Error;

/** The reply holds no stack; the test runner maps every frame of one to its source, a quarter of the processor time. */
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

/** Texts that look like personal data, like names of the schema, and like parts of graphql's own messages. */
const CANARIES = [
  'canary@example.test',
  'Canary',
  'x", found: "canary" value: canary does not exist in "canary',
  'canary\u0000',
];

/** Whether the canary, or a piece of it that names someone, stands anywhere in a reply. */
function holdsCanary(text: string): boolean {
  return /canary/i.test(text);
}

async function send(body: string): Promise<string> {
  const { headers } = gateway.service;
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  return `${JSON.stringify([...response.headers])}\n${await response.text()}`;
}

/** The requests whose reply holds the canary, with those replies; ten are under way at a time. */
async function listEchoes(bodies: string[]): Promise<string[]> {
  const echoes: string[] = [];
  const queue = bodies.values();
  const work = async () => {
    for (const body of queue) {
      const reply = await send(body);
      if (holdsCanary(reply)) echoes.push(`${body}\n${reply}`);
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return echoes;
}

/** One operation on the place's field; every field of it answers an object that has a __typename. */
function operationOn(place: InputPlace, head: string, value: string): string {
  const { operation, field, argument } = place;
  return `${operation}${head} { ${field}(${argument}: ${value}) { __typename } }`;
}

function toType({ type }: InputPlace): GraphQLInputType {
  const inputType = typeFromAST(schema, parseType(type));
  if (isInputType(inputType)) return inputType;
  throw new Error(`${type} is no input type.`);
}

/**
 * Every place at which the value passes graphql's coercion and reaches an operation. Of the others the first of each
 * type: graphql's errors depend on the type alone.
 */
function listPlaces(isCoercible: (place: InputPlace) => boolean): InputPlace[] {
  const seen = new Set<string>();
  return PLACES.filter((place) => {
    if (isCoercible(place)) return true;
    const key = `${place.operation} ${place.valueType}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function listPlacesForValue(value: unknown): InputPlace[] {
  return listPlaces(
    (place) => coerceInputValue(valueAt(place, value), toType(place)) !== undefined,
  );
}

function listPlacesForLiteral(literal: string): InputPlace[] {
  return listPlaces(
    (place) =>
      coerceInputLiteral(parseConstValue(literalAt(place, literal)), toType(place)) !== undefined,
  );
}

describe('what a client sent', () => {
  it('is looked for at every argument of every root field', () => {
    const places = PLACES.map((one) =>
      [one.field, one.argument, ...one.members.map((member) => member.name)].join('.'),
    );
    expect(places).toContain('business.by.code');
    expect(places).toContain('importAnswers.input.answers.answer');
    expect(places).toContain('issueAccessToken.input.email');
    expect(places.length).toBeGreaterThan(30);
  });

  it.each(CANARIES)('is never echoed by an error about a variable: %j', async (canary) => {
    // A name, as a field may have, is told where there is no such field; see below.
    const name = /^\w+$/.test(canary) ? 'misspelt' : canary;
    const values = [canary, [[canary]], { [name]: canary }];
    const bodies = values.flatMap((value, index) => {
      const isFirst = canary === CANARIES[0] && index === 0;
      const places = isFirst ? PLACES : listPlacesForValue(value);
      return places.map((place) => {
        const query = operationOn(place, `($v: ${place.type})`, '$v');
        const variables = { v: valueAt(place, value), [canary]: canary };
        return JSON.stringify({ query, variables });
      });
    });
    expect(await listEchoes(bodies)).toEqual([]);
  });

  it.each([
    '"canary-7f3a@example.test"',
    '"""canary@example.test"""',
    'Canary',
    '"can\\"ary\\", found: \\"canary"',
    '{misspelt: "canary"}',
    '[["canary"]]',
    '"canary does not exist in canary"',
  ])('is never echoed by an error about a literal: %s', async (literal) => {
    const bodies = listPlacesForLiteral(literal).map((place) =>
      JSON.stringify({ query: operationOn(place, '', literalAt(place, literal)) }),
    );
    expect(await listEchoes(bodies)).toEqual([]);
  });

  it.each([
    '{"query": canary@example.test',
    'canary@example.test',
    '"canary"',
    '["canary"]',
    '{"query":"{viewer{service}}","canary@example.test":1}',
    '{"query":"{viewer{service}}","operationName":"canary@example.test"}',
    '{"query":"{viewer{service}}","operationName":"canary"}',
    '{"query":"query A{viewer{service}} query B{viewer{service}}","operationName":"canary"}',
    '{"query":"{viewer{service}}","variables":"canary"}',
    '{"query":"{viewer{service}}","variables":["canary"]}',
    '{"query":"{viewer{service}}","extensions":"canary"}',
    '{"query":{"canary":1}}',
    '{"query":"\\"canary\\""}',
    '{"query":"{viewer(\\"canary\\")}"}',
    '{"query":"{viewer{service @include(if: \\"canary\\")}}"}',
    '{"query":"{viewer{service @include(if: canary)}}"}',
    '{"query":"query($a: Int = \\"canary\\"){businesses(first:$a){totalCount}}"}',
    '{"query":"query($a: ID = {canary: 1}){node(id:$a){id}}"}',
    '{"query":"{viewer{service}}\\"canary"}',
  ])('is never echoed by an error about the request itself: %s', async (body) => {
    expect(await send(body)).not.toMatch(/canary/i);
  });

  it.each([
    ['quer { viewer { service } }', 'Syntax Error: Unexpected Name "quer".', 1],
    ['{ viewer { service }', 'Syntax Error: Expected Name, found <EOF>.', 21],
    ['{ viewer "canary" }', 'Syntax Error: Expected Name, found String.', 10],
    [
      '{ business(by: { nombre: "canary" }) { name } }',
      'Expected value of type "BusinessLookup" not to include unknown field "nombre".',
      18,
    ],
    [
      'query($by: BusinessLookup = { nombre: "canary" }) { business(by: $by) { name } }',
      'Expected value of type "BusinessLookup" not to include unknown field "nombre".',
      31,
    ],
  ])('leaves the names it misspelt and their place: %s', async (query, message, column) => {
    const reply = await send(JSON.stringify({ query }));
    expect(reply).toContain(
      JSON.stringify({ message, locations: [{ line: 1, column }] }).slice(0, -1),
    );
    expect(holdsCanary(reply)).toBe(false);
  });

  it('leaves the names it misspelt in variables and beside the query', async () => {
    const query = 'query($by: BusinessLookup!) { business(by: $by) { name } }';
    const inVariables = await send(
      JSON.stringify({ query, variables: { by: { nombre: 'canary' } } }),
    );
    expect(inVariables).toContain(String.raw`unknown field \"nombre\".`);
    const beside = await send(JSON.stringify({ query, variable: 'canary' }));
    expect(beside).toContain(String.raw`Unexpected parameter \"variable\" in the request body.`);
    expect(holdsCanary(inVariables + beside)).toBe(false);
  });

  it('stands in no line of the log', async () => {
    const query = '{ business(by: { nombre: "canary" }) { name } }';
    await send(JSON.stringify({ query, operationName: 'canary' }));
    await expect.poll(() => gateway.logs).toContain('"route":"/graphql"');
  });

  afterEach(() => {
    if (holdsCanary(gateway.logs)) throw new Error('A line of the log holds the canary.');
  });
});
