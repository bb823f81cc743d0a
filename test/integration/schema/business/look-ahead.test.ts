import { beforeAll, describe, expect, it } from 'vitest';
import { at, errorOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let businessId = 0;

beforeAll(async () => {
  const { db, service } = gateway;
  const participants = ['a', 'b', 'c'].map((name) => ({
    name,
    documents: [
      [`${name}2`, null],
      [`${name}1`, 7],
    ] as [string, number | null][],
  }));
  businessId = (await makeBusiness(db, service.serviceId, { participants })).id;
  await makeBusiness(db, service.serviceId, { participants: [{ name: 'd' }] });
});

const PAGE = `totalCount pageInfo { hasNextPage startCursor endCursor }
  nodes { name documents { typeCode downloadId } }`;
const WITHOUT_DOCUMENTS = 'nodes { name }';

const DOCUMENTS = 'nodes { name documents { typeCode } }';

const TYPES: Record<string, string> = {
  first: 'Int',
  last: 'Int',
  size: 'Int = 20',
  after: 'String',
  before: 'String',
  filter: 'ParticipantFilter',
};

/** As often as a query must come before its plan answers it, and once more. */
const TIMES = 4;

/** What is answered to a text, with the statements that it took. */
async function ask(selection: string, variables: object = {}) {
  gateway.statements.length = 0;
  const names = Object.keys(TYPES).filter((name) => selection.includes(`$${name}`));
  const declared = names.map((name) => `$${name}: ${TYPES[name]}`).join(', ');
  const head = declared === '' ? '' : `query A(${declared}) `;
  const reply = await gateway.graphql(`${head}{ ${selection} }`, variables);
  const answer = { data: at(reply.body, 'data'), error: errorOf(reply) };
  return { answer, statements: gateway.statements.length };
}

/** The same each of so many times. */
async function askOften(selection: string, variables: object) {
  // Who calls is known for some seconds without a statement.
  await ask('viewer { service }');
  const first = await ask(selection, variables);
  expect(first.answer.data).toBeTruthy();
  for (let time = 2; time <= TIMES; time += 1)
    expect(await ask(selection, variables)).toEqual(first);
  return first;
}

const ONE = (pages: string) => `business(by: { databaseId: ${businessId} }) { code ${pages} }`;
const LIST = (pages: string) => `businesses(first: 5) { nodes { code ${pages} } }`;

describe('what is read along', () => {
  it.each([0, 1, 2, 3, 4, 100, 1000, 1001, -1, null])(
    'is the same page of %s that a variable asks for',
    async (first) => {
      for (const wrap of [ONE, LIST])
        for (const page of [PAGE, WITHOUT_DOCUMENTS]) {
          const byText = await ask(wrap(`participants(first: ${first}) { ${page} }`));
          const byVariable = await ask(wrap(`participants(first: $first) { ${page} }`), { first });
          expect(byText.answer).toEqual(byVariable.answer);
        }
    },
  );

  it('is one statement for a business and two for a list', async () => {
    const page = 'participants(first: 20) { nodes { name documents { typeCode } } }';
    // Who calls is known for some seconds without a statement.
    await ask('viewer { service }');
    expect(await ask(ONE(page))).toMatchObject({ statements: 1 });
    expect(await ask(LIST(page))).toMatchObject({ statements: 2 });
  });

  it.each([
    ['participants(first: $first)', { first: 2 }],
    ['participants(first: $first, after: $after, last: null)', { first: 2, after: null }],
    ['participants(first: $first, last: $last, filter: $filter)', { first: 2 }],
    ['participants(first: $size)', {}],
    ['participants(first: $size)', { size: null }],
    ['participants(first: $last, before: null)', {}],
    [
      'a: participants(first: $first) { edges { cursor } } participants(first: $size)',
      { size: 1, first: 1 },
    ],
  ])('is %s of %o too', async (page, variables) => {
    expect(await askOften(ONE(`${page} { ${DOCUMENTS} }`), variables)).toMatchObject({
      statements: 1,
    });
    expect(await askOften(LIST(`${page} { ${DOCUMENTS} }`), variables)).toMatchObject({
      statements: 2,
    });
  });

  it.each([
    ['participants(first: $first, last: $last)', { first: 2, last: 1 }],
    ['participants(first: $first, filter: $filter)', { first: 2, filter: { role: 'A' } }],
    ['participants(last: $last)', { last: 2 }],
    [
      'a: participants(first: $first) { edges { cursor } } participants(first: $last)',
      { first: 1 },
    ],
  ])('is not %s of %o', async (page, variables) => {
    const { statements } = await askOften(ONE(`${page} { ${DOCUMENTS} }`), variables);
    expect(statements).toBeGreaterThan(1);
  });

  it('is by the variables of each run, not by those of the one before', async () => {
    const lengths: unknown[] = [];
    for (const first of [1, 2, 3, 2, 1000, 1001, -1, 1]) {
      const { answer } = await ask(ONE(`participants(first: $first) { ${DOCUMENTS} }`), { first });
      const length = at(answer.data, 'business', 'participants', 'nodes', 'length');
      lengths.push(length ?? at(answer.error, 'code'));
    }
    const refused = 'VALIDATION_FAILED';
    expect(lengths).toEqual([1, 2, 3, 2, 3, refused, refused, 1]);
  });

  it('is nothing of a second selection that a variable leaves out', async () => {
    const full = `@include(if: $is) { nodes { participants { ${DOCUMENTS} } } }`;
    const query = `query A($is: Boolean!) { businesses { nodes { code } } businesses ${full} }`;
    await ask('viewer { service }');
    const count = async (is: boolean): Promise<number> => {
      gateway.statements.length = 0;
      await gateway.graphql(query, { is });
      return gateway.statements.length;
    };
    const counts: number[] = [];
    for (const is of [true, false, true, false]) counts.push(await count(is));
    expect(counts).toEqual([2, 1, 2, 1]);
  });

  it('is nothing that may be left out, for which nobody pays', async () => {
    const page = 'participants(first: 20) @skip(if: true) { nodes { documents { typeCode } } }';
    await ask('viewer { service }');
    expect(await ask(LIST(page))).toMatchObject({ statements: 1 });
    expect(await ask(LIST(`... @include(if: false) { ${page} }`))).toMatchObject({ statements: 1 });
  });

  it('keeps apart the pages that a query asks for under several names', async () => {
    const pages = [1, 2, 2, 3].map(
      (n, index) => `p${index}: participants(first: ${n}) { ${PAGE} }`,
    );
    const { answer } = await ask(ONE(pages.join(' ')));
    const lengths = [0, 1, 2, 3].map((n) =>
      at(answer.data, 'business', `p${n}`, 'nodes', 'length'),
    );
    expect(lengths).toEqual([1, 2, 2, 3]);
  });

  it('is nothing of a filtered page, nor of one after a place', async () => {
    const { answer } = await ask(
      ONE(`participants(first: 2) { pageInfo { endCursor } nodes { name } }`),
    );
    const cursor = String(at(answer.data, 'business', 'participants', 'pageInfo', 'endCursor'));
    const after = await ask(ONE(`participants(first: 2, after: "${cursor}") { nodes { name } }`));
    expect(at(after.answer.data, 'business', 'participants', 'nodes')).toEqual([{ name: 'c' }]);
    const filter = '{ personType: LEGAL_ENTITY }';
    const none = await ask(ONE(`participants(first: 2, filter: ${filter}) { nodes { name } }`));
    expect(at(none.answer.data, 'business', 'participants', 'nodes')).toEqual([]);
  });
});
