import { describe, expect, it } from 'vitest';
import { ANY_TEXT, at } from '../../../support/clients/graphql.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

// What the security auditor graphql-cop looks for, check by check, by a caller whom the gateway knows.
const gateway = useGateway();
const repeat = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');

const LIMIT_EXCEEDED = { code: 'LIMIT_EXCEEDED', code_message: 'invalid_request' };

/** The answer to a document that is refused before it runs: one error, no data. */
function refusedFor(what: string, max: number): object {
  const message = `The document has too many ${what}: at most ${max}.`;
  return { errors: [{ message, extensions: LIMIT_EXCEEDED }] };
}

async function bodyOf(query: string): Promise<unknown> {
  return (await gateway.graphql(query)).body;
}

async function get(path: string, accept = 'application/json') {
  const headers = { ...gateway.service.headers, accept };
  return await gateway.request('GET', path, { headers });
}

describe('graphql-cop', () => {
  it('1 alias overloading: a hundred aliases are refused', async () => {
    const query = `query cop { viewer { ${repeat(101, (index) => `alias${index}: service`)} } }`;
    expect(await bodyOf(query)).toEqual(refusedFor('aliases', 50));
    const atRoot = `query cop { ${repeat(101, (index) => `alias${index}: __typename`)} }`;
    expect(at(await bodyOf(atRoot), 'data')).toBeUndefined();
  });

  it('2 batch queries: a list of operations is refused, and none of them runs', async () => {
    const operation = { query: 'query cop { businesses { nodes { code } } }' };
    gateway.statements.length = 0;
    const reply = await gateway.request('POST', '/graphql', {
      body: Array.from({ length: 10 }, () => operation),
    });
    expect(reply.status).toBe(400);
    expect(at(reply.body, 'data')).toBeUndefined();
    expect(gateway.statements).toEqual([]);
  });

  it('3 directive overloading: ten directives on a field are one error, not ten', async () => {
    const query = `query cop { __typename ${repeat(10, () => '@aa')} }`;
    expect(await bodyOf(query)).toEqual(refusedFor('directives at one place', 5));
  });

  it('4 circular introspection: types within fields within types are refused', async () => {
    const loop = 'fields { type { ';
    const query = `query cop { __schema { types { ${loop.repeat(4)} name ${'} } '.repeat(4)} } } }`;
    const body = await bodyOf(query);
    expect(at(body, 'data')).toBeUndefined();
    expect(at(body, 'errors', 0, 'message')).toBe('Maximum introspection depth exceeded');
  });

  it('5 field duplication: a field five hundred times is refused', async () => {
    const query = `query cop { ${repeat(500, () => '__typename')} }`;
    expect(await bodyOf(query)).toEqual(refusedFor('root fields', 20));
    const within = `query cop { viewer { ${repeat(1001, () => '__typename')} } }`;
    expect(await bodyOf(within)).toEqual(refusedFor('fields', 1000));
  });

  it('6 field suggestions: a wrong name is not answered with a right one', async () => {
    for (const query of [
      '{ __schema { directive } }',
      '{ viewr { service } }',
      '{ viewer { scope } }',
    ]) {
      const body = await bodyOf(query);
      expect(at(body, 'errors', 0, 'message')).toMatch(/^Cannot query field/);
      expect(JSON.stringify(body)).not.toContain('Did you mean');
    }
  });

  it('7 mutations by GET are refused', async () => {
    const mutation = encodeURIComponent('mutation cop { __typename }');
    const reply = await get(`/graphql?query=${mutation}`);
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('POST');
  });

  it('8 queries by GET are refused', async () => {
    expect((await get('/graphql?query=%7B__typename%7D')).status).toBe(405);
  });

  it('9 a form is refused, which a page of another site could post', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      const headers = { ...gateway.service.headers, 'content-type': type };
      const body = 'query=query+cop+%7B__typename%7D';
      const reply = await gateway.request('POST', '/graphql', { body, headers });
      expect(reply.status).toBe(415);
    }
  });

  // It is meant to be there: the page is for explorers, comes from our own origin under a strict policy, holds
  // nothing of any service, and gets nowhere without the three headers that every other client needs too.
  it('10 GraphiQL: is at its own path alone, and shows nothing to who has no credentials', async () => {
    const page = await gateway.request('GET', '/graphiql', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(String(page.body)).not.toContain(gateway.service.service);
    expect((await get('/graphql', 'text/html')).status).toBe(405);
    // The entrance names it, and serves none.
    expect((await get('/', 'text/html')).headers.get('content-type')).toMatch(/^application\/json/);
    for (const path of ['/playground', '/altair', '/console', '/graphql/console', '/v1/graphiql'])
      expect((await get(path, 'text/html')).status).toBe(404);
  });

  // Known callers may read the schema, whose SDL they are given anyway; a service that wants none of it turns on
  // that only its trusted documents run.
  it('11 introspection: is for known callers, and for nobody else', async () => {
    const query = '{ __schema { queryType { name } } }';
    expect(await bodyOf(query)).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } });
    expect(await gateway.graphql(query, {}, {})).toMatchObject({ status: 401 });
  });

  it('12 tracing: an answer holds data or errors, and no word of how it came about', async () => {
    const headers = { ...gateway.service.headers, 'x-apollo-tracing': '1' };
    const reply = await gateway.graphql('{ __typename }', {}, headers);
    expect(reply.body).toEqual({ data: { __typename: 'Query' } });
  });

  it('13 unhandled errors: an error holds a code, and neither a stack nor an exception', async () => {
    for (const query of [
      'query cop { abc }',
      'qwerty cop { abc }',
      '',
      '{ node(id: 5.5) { id } }',
    ]) {
      const reply = await gateway.graphql(query);
      expect(at(reply.body, 'errors', 0, 'extensions')).toEqual({
        code: ANY_TEXT,
        code_message: 'invalid_request',
      });
      expect(JSON.stringify(reply.body)).not.toMatch(/stack|exception|node_modules|\.ts:/i);
    }
  });
});
