import { beforeAll, describe, expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const COST_MAX = 600;
const gateway = useGateway({ GRAPHQL_COST_MAX: String(COST_MAX) });

beforeAll(async () => {
  const { db, service } = gateway;
  await makeBusiness(db, service.serviceId, { participants: [{}, {}] });
});

/** The points of an operation without the one that every request costs. */
async function costOf(query: string, variables: object = {}): Promise<number> {
  const withCost = query.replace('{', '{ viewer { rateLimit { cost } }');
  const cost = at(
    dataOf(await gateway.graphql(withCost, variables)),
    'viewer',
    'rateLimit',
    'cost',
  );
  // One for the request, and two for the viewer with its rateLimit.
  return Number(cost) - 3;
}

async function refusalOf(query: string, variables: object = {}): Promise<unknown> {
  gateway.statements.length = 0;
  const reply = await gateway.graphql(query, variables);
  expect(gateway.statements).toEqual([]);
  return reply.body;
}

function tooCostly(cost: number): object {
  const message = `The operation costs ${cost} points: at most ${COST_MAX}.`;
  return {
    errors: [{ message, extensions: { code: 'LIMIT_EXCEEDED', code_message: 'invalid_request' } }],
  };
}

const PARTICIPANTS = (size: string) =>
  `businesses(first: 4) { nodes { participants${size} { nodes { name } } } }`;

describe('what an operation costs', () => {
  it.each([
    ['nothing for text and numbers', '{ __typename }', 0],
    ['one for an object', '{ business(by: { databaseId: 1 }) { code name version } }', 1],
    ['the page size asked for', '{ businesses(first: 7) { nodes { code } } }', 7],
    ['the page size from the end', '{ businesses(last: 7) { nodes { code } } }', 7],
    ['the page size by default', '{ businesses { nodes { code } } }', 20],
    ['nothing for an empty page', '{ businesses(first: 0) { nodes { code } } }', 0],
    ['as much by edges as by nodes', '{ businesses(first: 7) { edges { node { code } } } }', 7],
    [
      'nothing more for the page itself',
      '{ businesses(first: 7) { totalCount pageInfo { hasNextPage } edges { cursor } nodes { code } } }',
      7,
    ],
    ['a page in each element of a page', `{ ${PARTICIPANTS('(first: 5)')} }`, 4 + 4 * 5],
    ['a page by default in each', `{ ${PARTICIPANTS('')} }`, 4 + 4 * 100],
    [
      'ten for a list whose length nobody knows',
      '{ participant(by: { databaseId: 1 }) { documents { id } } }',
      1 + 10,
    ],
    [
      'as many as are named',
      '{ questionnaireTemplates(keys: ["a", "b"]) { key questions { key } } }',
      2 + 2 * 10,
    ],
    // The example of docs/operate/limits.md, which is one more for its request.
    [
      'all of that together',
      'query { businesses(first: 10) { nodes { code participants(first: 5) { nodes { documents { id } } } } } }',
      560,
    ],
    ['one for each id', '{ nodes(ids: ["a", "b", "c"]) { id } }', 3],
    [
      'every branch of a fragment',
      '{ node(id: "a") { ... on Business { responsibleUser { email } } ...P } } fragment P on Participant { phone { number } }',
      3,
    ],
    [
      'what a directive may leave out',
      '{ business(by: { databaseId: 1 }) { responsibleUser @include(if: false) { email } } }',
      2,
    ],
  ])('is %s', async (_what, query, cost) => {
    expect(await costOf(query)).toBe(cost);
  });

  it('goes by the variables of each request, absent ones and defaults too', async () => {
    const query = 'query Q($n: Int = 3) { businesses(first: $n) { nodes { code } } }';
    expect(await costOf(query, { n: 9 })).toBe(9);
    expect(await costOf(query)).toBe(3);
    expect(await costOf(query, { n: null })).toBe(20);
    expect(await costOf(query, { n: 9 })).toBe(9);
    const ids = 'query Q($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    expect(await costOf(ids, { ids: ['a', 'b'] })).toBe(2);
    expect(await costOf(ids, { ids: ['a', 'b', 'c'] })).toBe(3);
    // A single value is a list of one: it must not be taken for the length of another.
    expect(await costOf(ids, { ids: 40 })).toBe(1);
    expect(await costOf(ids, { ids: Array.from({ length: 40 }, (_, id) => `${id}`) })).toBe(40);
  });

  it('is that of the operation that runs, not of the others in its document', async () => {
    const body = {
      query: `query Small { viewer { rateLimit { cost } } } query Large { ${PARTICIPANTS('')} }`,
      operationName: 'Small',
    };
    const reply = await gateway.request('POST', '/graphql', { body });
    expect(dataOf(reply)).toEqual({ viewer: { rateLimit: { cost: 3 } } });
  });

  it('is ten more for a mutation', async () => {
    const cheap = await gateway.graphql('{ viewer { rateLimit { remaining } } }');
    await gateway.graphql(
      'mutation { issueAccessToken(input: { email: "nobody@example.test" }) { __typename } }',
    );
    const after = await gateway.graphql('{ viewer { rateLimit { remaining } } }');
    const spent = [cheap, after].map((reply) =>
      Number(at(reply.body, 'data', 'viewer', 'rateLimit', 'remaining')),
    );
    expect(Number(spent[0]) - Number(spent[1])).toBe(1 + 10 + 3);
  });
});

describe('an operation that costs too much', () => {
  it('is refused before anything of it runs, and runs at the limit', async () => {
    const over = `{ ${PARTICIPANTS('(first: 150)')} }`;
    expect(await refusalOf(over)).toEqual(tooCostly(604));
    const atLimit = `{ ${PARTICIPANTS('(first: 149)')} }`;
    expect(dataOf(await gateway.graphql(atLimit))).toHaveProperty('businesses');
  });

  it('is refused for what its variables make of it', async () => {
    const query = `query Q($n: Int!) { ${PARTICIPANTS('(first: $n)')} }`;
    expect(dataOf(await gateway.graphql(query, { n: 1 }))).toHaveProperty('businesses');
    expect(await refusalOf(query, { n: 1000 })).toEqual(tooCostly(4004));
  });

  it('is refused in a loop of pages long before it is too deep', async () => {
    const loop = 'participants(first: 10) { nodes { business { ';
    const query = `{ business(by: { databaseId: 1 }) { ${loop.repeat(3)} code ${'} } } '.repeat(3)} } }`;
    expect(await refusalOf(query)).toEqual(tooCostly(1 + 20 + 200 + 2000));
  });

  it('is no cheaper after a request whose variables were wrong', async () => {
    const query =
      'query Q($since: DateTime!, $n: Int!) { businesses(first: $n, filter: { updatedSince: $since }) { nodes { participants { nodes { name } } } } }';
    const wrong = await gateway.graphql(query, { since: 'yesterday', n: 100 });
    expect(at(wrong.body, 'errors', 0, 'extensions', 'code')).toBe('VALIDATION_FAILED');
    const refusal = await refusalOf(query, { since: '2026-01-01T00:00:00Z', n: 100 });
    expect(refusal).toEqual(tooCostly(10_100));
  });

  it('has status 400 for who asks for the media type of GraphQL, as any refused document', async () => {
    const headers = {
      ...gateway.service.headers,
      accept: 'application/graphql-response+json',
    };
    const reply = await gateway.graphql(`{ ${PARTICIPANTS('(first: 500)')} }`, {}, headers);
    expect(reply.status).toBe(400);
  });
});
