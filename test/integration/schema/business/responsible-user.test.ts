import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { encodeGlobalId } from '../../../../src/domain/shared/global-id.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { addTestUser } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let rita = 0;
let olga = 0;
let idle = 0;

/** Seven businesses of Rita, the last two of one moment, and one of Olga. */
beforeAll(async () => {
  const { db, service } = gateway;
  const add = async () => (await addTestUser(db, service.serviceId)).userId;
  [rita, olga, idle] = [await add(), await add(), await add()];
  for (const index of [1, 2, 3, 4, 5, 6, 6])
    await makeBusiness(db, service.serviceId, {
      responsibleUserId: rita,
      createdAt: new Date(Date.UTC(2026, 0, index)),
      participants: [{}],
    });
  await makeBusiness(db, service.serviceId, { responsibleUserId: olga, participants: [{}] });
});

function nodeId(userId: number): string {
  return encodeGlobalId('ResponsibleUser', userId);
}

async function ask(document: string, variables = {}): Promise<unknown> {
  return dataOf(await gateway.graphql(document, variables));
}

const PAGE = `query ($id: ID!, $first: Int, $last: Int, $after: String, $before: String) {
  node(id: $id) { id ... on ResponsibleUser { databaseId email
    businesses(first: $first, last: $last, after: $after, before: $before) { totalCount
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { databaseId } } } } }`;

describe('a responsible user', () => {
  it('is a node, the same from a business and by its id', async () => {
    const found = await ask('{ business(by: { databaseId: 1 }) { responsibleUser { id } } }');
    expect(at(found, 'business', 'responsibleUser', 'id')).toBe(nodeId(rita));
    const node = at(await ask(PAGE, { id: nodeId(rita) }), 'node');
    expect(node).toMatchObject({ id: nodeId(rita), databaseId: rita });
    expect(at(node, 'businesses', 'totalCount')).toBe(7);
  });

  it('is nobody where the user is responsible for no business, or is asked for as another type', async () => {
    const ids = [nodeId(idle), nodeId(999_999), nodeId(olga), encodeGlobalId('Business', 999)];
    const nodes = await ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    expect(at(nodes, 'nodes')).toEqual([null, null, { id: nodeId(olga) }, null]);
  });

  it('has its businesses, newest first, page after page from either end, each once', async () => {
    for (const [size, cursor, from, more] of [
      ['first', 'after', 'endCursor', 'hasNextPage'],
      ['last', 'before', 'startCursor', 'hasPreviousPage'],
    ] as const) {
      const found: unknown[] = [];
      let place: unknown = null;
      for (let goesOn = true; goesOn; ) {
        const reply = await ask(PAGE, { id: nodeId(rita), [size]: 3, [cursor]: place });
        const page = at(reply, 'node', 'businesses');
        const nodes: unknown = at(page, 'nodes');
        const ids = Array.isArray(nodes) ? nodes.map((one) => at(one, 'databaseId')) : [];
        found.push(...(size === 'first' ? ids : ids.toReversed()));
        place = at(page, 'pageInfo', from);
        goesOn = at(page, 'pageInfo', more) === true;
      }
      expect(found).toEqual(size === 'first' ? [7, 6, 5, 4, 3, 2, 1] : [1, 2, 3, 4, 5, 6, 7]);
    }
  });

  it('refuses a cursor of another user', async () => {
    const first = await ask(PAGE, { id: nodeId(rita), first: 1 });
    const after = at(first, 'node', 'businesses', 'pageInfo', 'endCursor');
    const { body } = await gateway.graphql(PAGE, { id: nodeId(olga), first: 1, after });
    expect(at(body, 'errors', 0, 'extensions', 'code')).toBe('VALIDATION_FAILED');
  });

  it('is read with its businesses and their participants in as many statements for many as for one', async () => {
    const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ResponsibleUser {
      businesses(first: 5) { totalCount nodes { responsibleUser { id businesses(first: 2) { nodes { id } } }
        participants(first: 2) { nodes { id } } } } } } }`;
    const count = async (ids: string[]): Promise<number> => {
      gateway.statements.length = 0;
      await ask(document, { ids });
      return gateway.statements.length;
    };
    const one = await count([nodeId(rita)]);
    expect(one).toBe(5);
    expect(await count([nodeId(rita), nodeId(olga)])).toBe(one);
  });
});

it('reads long pages of many users in statements that are bounded, and short ones in one', async () => {
  const { db, service } = gateway;
  for (let index = 0; index < 30; index += 1) {
    const { userId } = await addTestUser(db, service.serviceId);
    await makeBusiness(db, service.serviceId, { responsibleUserId: userId, code: `M/${index}` });
  }
  const count = async (first: number) => {
    gateway.statements.length = 0;
    const query = `{ businesses(first: 32) { nodes { responsibleUser { businesses(first: ${first}) { nodes { code } } } } } }`;
    const { businesses } = z.object({ businesses: z.unknown() }).parse(await ask(query));
    expect(JSON.stringify(businesses)).toContain('"M/29"');
    return gateway.statements.filter((text) => text.includes('requested_users (id)')).length;
  };
  expect(await count(10)).toBe(1);
  // Of each user one more is read than the page has: 24 are 2,424.
  expect(await count(100)).toBe(2);
});
