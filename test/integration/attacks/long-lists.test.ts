import { getNullableType, isListType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { validateRfcs } from '../../../src/resolvers/tax/validate-rfc.ts';
import { createTimeSlices, type TimeSlices } from '../../../src/scheduling/time-slices.ts';
import { areLarge, coerceLargeVariables } from '../../../src/schema/execution/large-variables.ts';
import { coerceVariables } from '../../../src/schema/execution/valid-operation.ts';
import { schema } from '../../../src/schema/index.ts';
import { LIST_LENGTHS } from '../../../src/schema/limits/long-lists.ts';
import { at, errorOf, invalid } from '../../support/clients/graphql.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { createTestContext } from '../../support/gateway/context.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
const fieldsOfQuery = schema.getQueryType()?.getFields() ?? {};

describe('a list that is far too long', () => {
  it('of whatever argument of a query has its bound known beforehand', () => {
    const lists = Object.values(fieldsOfQuery).flatMap(({ name, args }) =>
      args
        .filter(({ type }) => isListType(getNullableType(type)))
        .map((argument) => `${name}.${argument.name}`),
    );
    expect(lists.toSorted()).toEqual(Object.keys(LIST_LENGTHS).toSorted());
  });

  it.each(Object.entries(LIST_LENGTHS))('%s is refused before it is read', async (place, max) => {
    const [field = '', argument = ''] = place.split('.');
    const args = fieldsOfQuery[field]?.args ?? [];
    const type = args.find(({ name }) => name === argument)?.type;
    const user = field === 'filledQuestionnaires' ? 'userId: 1, ' : '';
    const query = `query ($list: ${String(type)}) { it: ${field}(${user}${argument}: $list) { __typename } }`;
    gateway.statements.length = 0;
    // Wrong in each of its elements too, of which nothing is said: none was looked at.
    const list = Array.from({ length: 60_000 }, () => ({ wrong: true }));
    const issue = { path: [argument], message: `Must have at most ${max} items` };
    for (let n = 0; n < 4; n += 1) {
      const reply = await gateway.graphql(query, { list });
      expect(errorOf(reply)).toEqual(invalid(['it'], issue));
      expect(at(reply.body, 'data')).toBeNull();
    }
    expect(gateway.statements).toEqual([]);
  });
});

const many = (count: number, one: unknown) => Array.from({ length: count }, () => one);

describe('a variable that holds far too much in all', () => {
  const DOCUMENTS = [
    'query ($filter: BusinessFilter) { businesses(filter: $filter) { totalCount } }',
    'query ($filter: BusinessFilter!) { businesses(filter: { and: [$filter] }) { totalCount } }',
    'query ($filter: ParticipantFilter) { business(by: { databaseId: 1 }) { participants(filter: $filter) { totalCount } } }',
  ];

  it.each([
    ['filters in one list', { or: many(6001, {}) }, 6000],
    ['filters in filters', { or: many(90, { and: many(90, {}) }) }, 6000],
    ['ids of one filter', { databaseIdIn: many(25_001, 1) }, 25_000],
    ['ids of many filters', { or: many(300, { databaseIdIn: many(100, 'x') }) }, 25_000],
  ])('is refused before it is read: %s', async (_what, filter, max) => {
    gateway.statements.length = 0;
    const issue = { path: ['filter'], message: `Must have at most ${max} items` };
    for (const document of DOCUMENTS)
      for (let n = 0; n < 4; n += 1) {
        const reply = await gateway.graphql(document, { filter });
        expect(at(errorOf(reply), 'issues', 0)).toMatchObject(issue);
        expect(at(reply.body, 'data')).toBeNull();
      }
    expect(gateway.statements).toEqual([]);
  });

  it('is no limit for what filters take', async () => {
    const filter = { or: many(19, { externalIdIn: many(1000, 1) }) };
    const [document = ''] = DOCUMENTS;
    expect(at((await gateway.graphql(document, { filter })).body, 'data', 'businesses')).toEqual({
      totalCount: 0,
    });
  });
});

/** Slices of which each look at the clock finds one over, and how often somebody has waited for the next. */
function countTurns() {
  let ms = 0;
  let count = 0;
  const real = createTimeSlices(() => (ms += 5));
  const slices: TimeSlices = {
    isOver: real.isOver,
    wait: async (key) => {
      count += 1;
      await real.wait(key);
    },
  };
  return { slices, turns: () => count };
}

const RFC_QUERY = `query ($inputs: [ValidateRfcInput!]!, $strict: Boolean = true) {
  validateRfcs(inputs: $inputs) { rfc }
  validateRfc(input: { rfc: "RILE850307B61", strict: $strict }) { valid }
}`;
const OPERATION = { schema, document: parse(RFC_QUERY), operationName: undefined };

describe('large variables', () => {
  it('are coerced to the same as at once, a part in each turn, and only once', async () => {
    const inputs = Array.from({ length: 1_700 }, (_, n) => ({ rfc: `RFC ${n}`, name: 'Ana' }));
    const variables = { inputs };
    expect(areLarge(variables)).toBe(true);
    const { slices, turns } = countTurns();
    const turn = { serviceId: 1, slices };
    const values = await coerceLargeVariables(OPERATION, variables, turn);
    expect(values).toEqual(coerceVariables(OPERATION, variables));
    expect(turns()).toBe(5);
    expect(await coerceLargeVariables(OPERATION, variables, turn)).toBe(values);
    expect(turns()).toBe(5);
  });

  it('that are wrong at the end of a list, or elsewhere, are left to graphql', async () => {
    const right = Array.from({ length: 1_000 }, () => ({ rfc: 'a' }));
    for (const wrong of [{ inputs: [...right, { rfc: 1 }] }, { inputs: right, strict: 'no' }])
      expect(await coerceLargeVariables(OPERATION, wrong, { serviceId: 1 })).toBeUndefined();
  });

  it('are answered as small ones are, and refused with the place of the fault, on either way', async () => {
    const inputs = Array.from({ length: 1_001 }, (_, n) => ({ rfc: `RFC${n}` }));
    const wrong = [...inputs, { rfc: null }];
    for (let time = 1; time <= 4; time += 1) {
      const reply = await gateway.graphql(RFC_QUERY, { inputs });
      const [rfcs, one] = [inputs.map(({ rfc }) => ({ rfc })), { valid: true }];
      expect(reply.body).toEqual({ data: { validateRfcs: rfcs, validateRfc: one } });
      const refused = await gateway.graphql(RFC_QUERY, { inputs: wrong });
      expect(JSON.stringify(refused.body)).toContain('invalid value at [1001].rfc');
    }
  });
});

describe('many RFCs', () => {
  it('are looked at in parts, between which others have their turn', async () => {
    const { db } = gateway;
    const ctx = await createTestContext(
      db,
      await createTestService(db, await createTestTokens(db)),
    );
    const { slices, turns } = countTurns();
    const inputs = Array.from({ length: 5000 }, () => ({ rfc: 'RILE850307B61' }));
    expect(await validateRfcs(ctx, { inputs }, slices)).toHaveLength(5000);
    expect(turns()).toBeGreaterThanOrEqual(249);
  });
});
