import { getArgumentValues, getOperationAST, Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { planArguments } from '../../../../src/schema/execution/plan-arguments.ts';
import { coerceVariables } from '../../../../src/schema/execution/valid-operation.ts';
import { schema } from '../../../../src/schema/index.ts';

const DECLARED = `query A($n: Int, $size: Int = 7, $id: SafeInt, $code: String, $since: DateTime,
  $filter: BusinessFilter, $by: BusinessLookup!, $ids: [SafeInt!], $one: SafeInt!, $field: BusinessOrderField!)`;

/** What is made of the arguments of the one field of a text by the plan and by graphql. */
function makeBoth(text: string, variables: object) {
  const document = parse(`${DECLARED} { ${text} { __typename } }`);
  const needed = { by: { databaseId: 1 }, one: 1, field: 'NAME' };
  const operation = { schema, document, operationName: undefined };
  const values = coerceVariables(operation, { ...needed, ...variables });
  const [node] = getOperationAST(document)?.selectionSet.selections ?? [];
  if (node?.kind !== Kind.FIELD || values === undefined) throw new Error('Not a query.');
  const field = schema.getQueryType()?.getFields()[node.name.value];
  if (field === undefined) throw new Error('No such field.');
  const planned = planArguments(field, node)(values.coerced);
  return { planned, made: () => ({ ...getArgumentValues(field, node, values) }) };
}

describe('planned arguments', () => {
  it.each([
    ['business(by: { databaseId: $id })', { id: 5 }],
    ['business(by: $by)', { by: { code: 'NEG' } }],
    ['business(by: { code: $code })', { code: '' }],
    ['businesses(first: $n, after: null, filter: $filter)', { n: 0, filter: { code: null } }],
    [
      'businesses(first: $size, filter: { code: { equals: $code }, updatedSince: $since })',
      { code: 'a', since: '2026-01-01T00:00:00Z' },
    ],
    [
      'businesses(orderBy: { direction: DESC, field: $field }, filter: { externalIdIn: $ids })',
      { ids: 4 },
    ],
    ['businesses(filter: { externalIdIn: 7, name: { startsWith: $code } })', { code: 'b' }],
    ['businesses', {}],
  ])('are those of graphql: %s of %o', (text, variables) => {
    const { planned, made } = makeBoth(text, variables);
    expect(planned).toEqual(made());
    expect(Object.keys(planned ?? {})).toEqual(Object.keys(made()));
  });

  it.each([
    ['businesses(first: $n)', {}],
    ['businesses(first: $n)', { n: null }],
    ['business(by: { databaseId: $id })', {}],
    ['business(by: { databaseId: $id, code: "a" })', { id: null }],
    ['businesses(filter: { externalIdIn: [$one, 2] })', {}],
  ])('are left to graphql: %s of %o', (text, variables) => {
    expect(makeBoth(text, variables).planned).toBeUndefined();
  });

  it('are nothing of what is not valid', () => {
    for (const text of [
      'business',
      'business(by: null)',
      'businesses(first: "a")',
      'businesses(odd: 1)',
    ])
      expect(makeBoth(text, {}).planned).toBeUndefined();
  });
});
