import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { TABS } from '../../../src/schema/graphiql/tabs.ts';
import { schema } from '../../../src/schema/index.ts';
import { useDemoGateway } from '../../support/demo-gateway.ts';

const EXAMPLES = TABS.map((one) => {
  const [, kind = '', name = 'unnamed'] = /^(\w+) (\w+)/m.exec(one.query) ?? [];
  return { ...one, kind, name };
});

describe('the examples of GraphiQL', () => {
  const gateway = useDemoGateway();

  it.each(EXAMPLES)('$name is valid for the schema', ({ query }) => {
    expect(validate(schema, parse(query))).toEqual([]);
  });

  it.each(EXAMPLES.filter((one) => one.kind !== 'subscription'))(
    '200 $name answers with data on the demo data',
    async ({ name, query, variables }) => {
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...gateway.headers },
        body: `{ "query": ${JSON.stringify(query)}, "variables": ${variables} }`,
      });
      const reply: unknown = await response.json();
      expect(response.status).toBe(200);
      expect(reply).not.toHaveProperty('errors');
      // The demo service begins without a deletion and without a file, and the tabs say so.
      const nothing = ['DeletionReceipt', 'File', 'CompleteFileUpload'].includes(name);
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
