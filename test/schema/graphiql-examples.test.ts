import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { MUTATION_EXAMPLES } from '../../src/schema/graphiql-mutations.ts';
import { QUERY_EXAMPLES } from '../../src/schema/graphiql-queries.ts';
import { SUBSCRIPTION_EXAMPLES } from '../../src/schema/graphiql-subscriptions.ts';
import { schema } from '../../src/schema/index.ts';
import { useDemoGateway } from '../support/demo-gateway.ts';

const EXAMPLES = [...QUERY_EXAMPLES, ...MUTATION_EXAMPLES].map((one) => {
  const name = /^(?:query|mutation) (\w+)/m.exec(one.query)?.[1] ?? 'unnamed';
  return { ...one, name };
});

describe('the examples of GraphiQL', () => {
  const gateway = useDemoGateway();

  it.each(EXAMPLES)('$name is valid for the schema', ({ query }) => {
    expect(validate(schema, parse(query))).toEqual([]);
  });

  it.each(EXAMPLES)(
    '200 $name answers with data on the demo data',
    async ({ query, variables }) => {
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...gateway.headers },
        body: `{ "query": ${JSON.stringify(query)}, "variables": ${variables} }`,
      });
      const reply: unknown = await response.json();
      expect(response.status).toBe(200);
      expect(reply).not.toHaveProperty('errors');
      expect(JSON.stringify(reply)).not.toMatch(/:null\}\}$|"__typename":"\w*Error"/);
    },
  );

  it('show every subscription of the schema, in documents that are valid for it', () => {
    const fields = Object.keys(schema.getSubscriptionType()?.getFields() ?? {});
    const shown = SUBSCRIPTION_EXAMPLES.map((one) => one.query).join('\n');
    for (const field of fields) expect(shown).toContain(`  ${field}(`);
    for (const { query } of SUBSCRIPTION_EXAMPLES)
      expect(validate(schema, parse(query))).toEqual([]);
  });

  it('show every mutation of the schema', () => {
    const fields = Object.keys(schema.getMutationType()?.getFields() ?? {});
    const shown = MUTATION_EXAMPLES.map((one) => one.query).join('\n');
    for (const field of fields) expect(shown).toContain(`  ${field}(`);
  });
});
