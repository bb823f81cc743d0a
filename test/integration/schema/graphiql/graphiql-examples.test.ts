import { Kind, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { getOperationName, joinExamples } from '../../../../src/schema/graphiql/join-examples.ts';
import { EXAMPLES, TABS } from '../../../../src/schema/graphiql/tabs.ts';
import { schema } from '../../../../src/schema/index.ts';
import { useDemoGateway } from '../../../support/gateway/demo-gateway.ts';

type Operation = { name: string; kind: string; query: string; variables: string };

/** Every operation of every tab, to be sent as GraphiQL sends it: with all of its tab. */
const OPERATIONS = TABS.flatMap(({ query, variables }) =>
  parse(query).definitions.flatMap((one): Operation[] =>
    one.kind === Kind.OPERATION_DEFINITION
      ? [{ name: one.name?.value ?? '', kind: one.operation, query, variables }]
      : [],
  ),
);

describe('the tabs of GraphiQL', () => {
  it('are few, and hold each example once', () => {
    expect(TABS.length).toBeLessThanOrEqual(9);
    const names = OPERATIONS.map((one) => one.name);
    const all = EXAMPLES.map(getOperationName);
    expect(names.toSorted()).toEqual(all.toSorted());
    expect(new Set(names).size).toBe(names.length);
  });

  it('have titles that fit a narrow window beside each other', () => {
    const titles = TABS.map(getOperationName);
    expect(titles.join('').length).toBeLessThanOrEqual(60);
  });

  it('begin with nothing that deletes', () => {
    const first = TABS.map(({ query }) => query.slice(0, query.indexOf('\n}\n')));
    expect(first.filter((one) => one.includes('PERMANENTLY'))).toEqual([]);
    expect(TABS.filter(({ query }) => query.includes('PERMANENTLY'))).toHaveLength(1);
  });

  it('give variables of one name in two operations each its own', () => {
    const one = {
      query: 'query One($id: ID!, $only: Int) {\n  a(id: $id, b: $only)\n}\n',
      variables: '{"id": "1", "only": 2}',
    };
    const two = {
      query: 'query Two($id: ID!, $ids: Int) {\n  a(id: $id, b: $ids)\n}\n',
      variables: '{"id": "3"}',
    };
    const { query, variables } = joinExamples([one, two]);
    expect(JSON.parse(variables)).toEqual({ oneId: '1', only: 2, twoId: '3' });
    expect(query).toContain('query One($oneId: ID!, $only: Int) {\n  a(id: $oneId, b: $only)');
    expect(query).toContain('query Two($twoId: ID!, $ids: Int) {\n  a(id: $twoId, b: $ids)');
  });
});

// The examples are one story: a later example reads, changes or deletes what an earlier one created.
describe('the examples of GraphiQL', { shuffle: false }, () => {
  const gateway = useDemoGateway();

  it.each(TABS)('are valid for the schema: $query', ({ query }) => {
    expect(validate(schema, parse(query))).toEqual([]);
  });

  /** A caller that shows a token gets no other, as the comment of the example says. */
  const headersFor = (name: string): Record<string, string> => {
    const { authorization = '', ...keyHeaders } = gateway.headers;
    return name === 'IssueAccessToken' ? keyHeaders : { ...keyHeaders, authorization };
  };

  it.each(OPERATIONS.filter((one) => one.kind !== 'subscription'))(
    '200 $name answers with data on the demo data',
    async ({ name, query, variables }) => {
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headersFor(name) },
        body: `{ "query": ${JSON.stringify(query)}, "operationName": "${name}", "variables": ${variables} }`,
      });
      const reply: unknown = await response.json();
      expect(response.status).toBe(200);
      expect(reply).not.toHaveProperty('errors');
      // There is a receipt once the tab beside it has made one.
      if (name === 'DeletionReceipt') return;
      // The demo service begins without a file, and the tabs say so.
      const nothing = ['File', 'CompleteFileUpload', 'ApplyExtraction'].includes(name);
      const wrong = /:null\}\}$|"__typename":"\w*Error"/;
      expect(wrong.test(JSON.stringify(reply))).toBe(nothing);
    },
  );

  it.each([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])(
    'show every field of %s',
    (root) => {
      const shown = EXAMPLES.map((one) => one.query).join('\n');
      for (const field of Object.keys(root?.getFields() ?? {}))
        expect(shown).toMatch(new RegExp(`^  ${field}\\b`, 'm'));
    },
  );
});
