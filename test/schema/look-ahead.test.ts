import { beforeAll, describe, expect, it } from 'vitest';
import { makeBusiness } from '../support/factories.ts';
import { useGateway } from '../support/gateway.ts';
import { at, errorOf } from '../support/graphql.ts';

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

/** What is answered to a text, with the statements that it took. */
async function ask(selection: string, variables: object = {}) {
  gateway.statements.length = 0;
  const declared = 'first' in variables ? 'query A($first: Int) ' : '';
  const reply = await gateway.graphql(`${declared}{ ${selection} }`, variables);
  const answer = { data: at(reply.body, 'data'), error: errorOf(reply) };
  return { answer, statements: gateway.statements.length };
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
