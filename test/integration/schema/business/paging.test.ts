import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at, dataOf, errorOf, invalid } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

const pageSchema = z.object({
  totalCount: z.number(),
  edges: z.array(z.object({ cursor: z.string(), node: z.object({ databaseId: z.number() }) })),
  nodes: z.array(z.object({ databaseId: z.number() })),
  pageInfo: z.object({
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
    startCursor: z.string().nullable(),
    endCursor: z.string().nullable(),
  }),
});
const ARGUMENTS = '(first: $first, after: $after, last: $last, before: $before)';
const PAGE = `{ totalCount edges { cursor node { databaseId } } nodes { databaseId }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
const HEAD = '($first: Int, $after: String, $last: Int, $before: String)';

type PageArguments = { first?: number; after?: string; last?: number; before?: string };

/** Both lists, each with the ids that it holds in its order. */
const lists = {
  businesses: {
    query: `query ${HEAD} { businesses${ARGUMENTS} ${PAGE} }`,
    path: ['businesses'],
    sizeDefault: 20,
    sizeMax: 100,
    ids: [] as number[],
  },
  participants: {
    query: '',
    path: ['business', 'participants'],
    sizeDefault: 100,
    sizeMax: 1000,
    ids: [] as number[],
  },
};
type List = keyof typeof lists;
const LISTS: List[] = ['businesses', 'participants'];

beforeAll(async () => {
  const { db, service } = gateway;
  const rows: { id: number; createdAt: Date }[] = [];
  // Several businesses of one instant: only the id tells them apart.
  for (let index = 0; index < 23; index += 1) {
    const createdAt = new Date(Date.UTC(2026, 1, 1, 0, 0, Math.floor(index / 5)));
    const participants = index === 0 ? Array.from({ length: 103 }, () => ({})) : [];
    const made = await makeBusiness(db, service.serviceId, { createdAt, participants });
    rows.push({ id: made.id, createdAt });
    if (index === 0) {
      lists.participants.ids = made.participantIds;
      lists.participants.query = `query ${HEAD} {
        business(by: { databaseId: ${made.id} }) { participants${ARGUMENTS} ${PAGE} } }`;
    }
  }
  const newestFirst = rows.toSorted(
    (left, right) => right.createdAt.getTime() - left.createdAt.getTime() || right.id - left.id,
  );
  lists.businesses.ids = newestFirst.map((one) => one.id);
});

async function readPage(list: List, page: PageArguments) {
  const { query, path } = lists[list];
  const found = pageSchema.parse(at(dataOf(await gateway.graphql(query, page)), ...path));
  const ids = found.edges.map((one) => one.node.databaseId);
  expect(found.nodes.map((one) => one.databaseId)).toEqual(ids);
  expect(found.totalCount).toBe(lists[list].ids.length);
  expect(found.pageInfo.startCursor).toBe(found.edges.at(0)?.cursor ?? null);
  expect(found.pageInfo.endCursor).toBe(found.edges.at(-1)?.cursor ?? null);
  return { ids, edges: found.edges, ...found.pageInfo };
}

describe.each(LISTS)('the pages of %s', (list) => {
  it('have a size by default, in the order of the list', async () => {
    const { sizeDefault, ids } = lists[list];
    const page = await readPage(list, {});
    expect(page.ids).toEqual(ids.slice(0, sizeDefault));
    expect(page).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  });

  it.each([7, 1000])('lead forwards through the whole list, each row once: %i', async (size) => {
    const { ids, sizeMax } = lists[list];
    const first = Math.min(size, sizeMax);
    const read: number[] = [];
    let page = await readPage(list, { first });
    read.push(...page.ids);
    while (page.hasNextPage) {
      page = await readPage(list, { first, after: page.endCursor ?? '' });
      read.push(...page.ids);
    }
    expect(read).toEqual(ids);
  });

  it('lead backwards through the whole list, each row once', async () => {
    const read: number[] = [];
    let page = await readPage(list, { last: 9 });
    read.unshift(...page.ids);
    while (page.hasPreviousPage) {
      page = await readPage(list, { last: 9, before: page.startCursor ?? '' });
      read.unshift(...page.ids);
    }
    expect(read).toEqual(lists[list].ids);
  });

  it('can lie between two cursors', async () => {
    const { edges } = await readPage(list, { first: 10 });
    const [after = '', before = ''] = [edges[1]?.cursor, edges[6]?.cursor];
    const ids = lists[list].ids.slice(2, 6);
    expect((await readPage(list, { first: 50, after, before })).ids).toEqual(ids);
    expect((await readPage(list, { first: 2, after, before })).ids).toEqual(ids.slice(0, 2));
    expect((await readPage(list, { last: 3, after, before })).ids).toEqual(ids.slice(1));
    expect((await readPage(list, { first: 5, after: before, before: after })).ids).toEqual([]);
  });

  it('tell of more where the list goes on, and of none where it ends with the page', async () => {
    const { ids } = lists[list];
    const { edges } = await readPage(list, { last: 4 });
    const after = edges[0]?.cursor ?? '';
    expect(await readPage(list, { first: 3, after })).toMatchObject({
      ids: ids.slice(-3),
      hasNextPage: false,
      hasPreviousPage: true,
    });
    expect((await readPage(list, { first: 2, after })).hasNextPage).toBe(true);
  });

  it('may be empty', async () => {
    const nothing = { ids: [], startCursor: null, endCursor: null };
    expect(await readPage(list, { first: 0 })).toMatchObject({ ...nothing, hasNextPage: true });
    expect(await readPage(list, { last: 0 })).toMatchObject({ ...nothing, hasPreviousPage: true });
  });

  it('stay where they are when the row of a cursor is gone', async () => {
    const { edges, ids } = await readPage(list, { first: 3 });
    const [, second = '', third = 0] = [edges[0]?.cursor, edges[1]?.cursor, ids[2]];
    await hideRow(list, ids[1] ?? 0);
    const { query, path } = lists[list];
    const reply = await gateway.graphql(query, { first: 1, after: second });
    await hideRow(list, -(ids[1] ?? 0));
    expect(at(dataOf(reply), ...path, 'nodes')).toEqual([{ databaseId: third }]);
  });

  it('are the last of the first where both are asked for, as the Relay specification has it', async () => {
    const { ids } = lists[list];
    expect(await readPage(list, { first: 6, last: 2 })).toMatchObject({
      ids: ids.slice(4, 6),
      hasNextPage: true,
      hasPreviousPage: true,
    });
    expect((await readPage(list, { first: 2, last: 6 })).ids).toEqual(ids.slice(0, 2));
  });

  it('refuse sizes outside the bounds', async () => {
    const { query, path, sizeMax } = lists[list];
    const refusal = async (page: PageArguments) => errorOf(await gateway.graphql(query, page));
    const issue = (argument: string, message: string) =>
      invalid(path, { path: [argument], message });
    const over = sizeMax + 1;
    expect(await refusal({ first: over })).toEqual(issue('first', `Must be at most ${sizeMax}`));
    expect(await refusal({ last: over })).toEqual(issue('last', `Must be at most ${sizeMax}`));
    const negative = 'Must be at least 0';
    expect(await refusal({ first: -1 })).toEqual(issue('first', negative));
    expect(await refusal({ last: -1 })).toEqual(issue('last', negative));
  });

  it.each([
    '',
    'x',
    'null',
    Buffer.from('[1,2,3]').toString('base64url'),
    Buffer.from('0123456789abcdef').toString('base64url'),
    Buffer.from('0123456789abcdef[1]').toString('base64url'),
    'x'.repeat(4000),
  ])('refuse the cursor %j', async (cursor) => {
    const { query, path } = lists[list];
    const message = 'Must be a cursor of this list in this order';
    for (const name of ['after', 'before']) {
      const reply = await gateway.graphql(query, { [name]: cursor });
      expect(errorOf(reply)).toEqual(invalid(path, { path: [name], message }));
    }
  });

  it('refuse the cursor of the other list, and one that is too long', async () => {
    const other = await readPage(list === 'businesses' ? 'participants' : 'businesses', {});
    const { query } = lists[list];
    for (const after of [other.endCursor ?? '', 'x'.repeat(4001)])
      expect(errorOf(await gateway.graphql(query, { after }))).toMatchObject({
        code: 'VALIDATION_FAILED',
        issues: [{ path: ['after'] }],
      });
  });
});

/** Gives a row of the list to nobody by another sign of its id, and back. */
async function hideRow(list: List, id: number): Promise<void> {
  const { db, service } = gateway;
  const [from, to] = id > 0 ? [id, 9_000_000 + id] : [9_000_000 - id, -id];
  await db
    .updateTable(list === 'businesses' ? 'businesses' : 'participants')
    .set({ id: to })
    .where('service_id', '=', service.serviceId)
    .where('id', '=', from)
    .execute();
}
