import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestContext } from '../../../../src/context.ts';
import { deleteBusiness } from '../../../../src/db/queries/business/businesses.ts';
import {
  BUSINESS_ORDER_FIELDS,
  type BusinessFilter,
  type BusinessOrder,
  ORDER_DIRECTIONS,
} from '../../../../src/domain/business/business-list.ts';
import {
  countBusinesses,
  listBusinesses,
} from '../../../../src/resolvers/business/list-businesses.ts';
import { makeFilterTree } from '../../../support/data/filter-trees.ts';
import { createRandom } from '../../../support/data/random.ts';
import {
  type KnownBusiness,
  listIds,
  makeRandomBusiness,
  START,
} from '../../../support/data/random-businesses.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';
import { walk } from '../../../support/probes/walk.ts';

const database = useDatabase();
const random = createRandom(20_261_122);
const ORDERS = BUSINESS_ORDER_FIELDS.flatMap((field) =>
  ORDER_DIRECTIONS.map((direction) => ({ field, direction })),
);

/** A service with this many random businesses, and another one whose businesses nobody may see in it. */
async function prepare(
  count: number,
  participantsMax: number,
): Promise<{ ctx: RequestContext; known: KnownBusiness[] }> {
  const { db } = database;
  const tokens = await createTestTokens(db);
  const service = await createTestService(db, tokens);
  const other = await createTestService(db, tokens);
  const known: KnownBusiness[] = [];
  const userIds = [7001, 7002];
  for (const id of userIds)
    await db
      .insertInto('users')
      .values({ service_id: service.serviceId, id, email: `User-${id}@example.test` })
      .execute();
  for (let index = 0; index < count; index += 1) {
    known.push(await makeRandomBusiness(db, { ...service, participantsMax, userIds }, random));
    if (index % 5 === 0) await makeRandomBusiness(db, { ...other, participantsMax }, random);
  }
  return { ctx: await createTestContext(db, service), known };
}

const SINCE = new Date(START + 3);
const FILTERS: [BusinessFilter, ...BusinessFilter[]] = [
  {},
  { code: null, name: null, externalIdIn: null, hasPendingMatches: null, updatedSince: null },
  { code: { equals: 'A-1' } },
  ...['a-1', 'Á', 'A_', 'a%', 'A\\', ''].map((startsWith) => ({ code: { startsWith } })),
  ...['alfa', '', '%', 'missing'].map((equals) => ({ name: { equals } })),
  ...['ÁL', 'nan', '100_', '100%', '\\', '\u{10ffff}', '日', 'x'.repeat(200), ''].map(
    (startsWith) => ({ name: { startsWith } }),
  ),
  { externalIdIn: [] },
  { hasPendingMatches: true },
  { hasPendingMatches: false },
  { hasMissingDocuments: true },
  { hasMissingDocuments: false },
  { updatedSince: SINCE },
  { hasPendingMatches: true, hasMissingDocuments: false, updatedSince: SINCE },
  { code: { startsWith: 'a' }, name: { startsWith: 'a' }, hasMissingDocuments: false },
  ...['alf', 'ÁLFA', 'beta alfa', 'ñan de la', '100%', '100_', '00\\', 'xxx', 'éééé', 'zzz'].map(
    (nameContains) => ({ nameContains }),
  ),
  { nameContains: 'alf', hasMissingDocuments: false, updatedSince: SINCE },
  { createdSince: SINCE, createdBefore: new Date(START + 5) },
  { updatedBefore: SINCE },
  { responsibleUser: { databaseId: 7001 } },
  { responsibleUser: { email: 'USER-7002@example.test' } },
  { responsibleUser: { email: 'nobody' } },
  { databaseIdIn: [] },
  { and: [] },
  { or: [] },
];

describe('walking through the businesses by pages of random sizes', () => {
  let ctx: RequestContext;
  let known: KnownBusiness[] = [];
  beforeAll(async () => {
    ({ ctx, known } = await prepare(100, 2));
    const externalIdIn = known.filter((one) => one.id % 3 === 0).map((one) => one.externalId);
    FILTERS.push({ externalIdIn: [...externalIdIn, 1] });
    FILTERS.push({ databaseIdIn: known.filter((one) => one.id % 4 === 0).map((one) => one.id) });
    const trees = Array.from({ length: 15 }, () => makeFilterTree(random, FILTERS));
    FILTERS.push(...trees);
  });

  it.each(ORDERS)(
    'gives exactly the filtered list, forwards and backwards, by $field $direction',
    async (orderBy) => {
      let listed = 0;
      for (const filter of FILTERS) {
        const expected = listIds(known, filter, orderBy);
        for (const from of ['start', 'end'] as const) {
          const read = async (page: object) =>
            await listBusinesses(ctx, { ...page, filter, orderBy });
          expect({ filter, ids: await walk({ read, from, random, sizeMax: 25 }) }).toEqual({
            filter,
            ids: expected,
          });
        }
        expect({ filter, count: await countBusinesses(ctx, filter) }).toEqual({
          filter,
          count: expected.length,
        });
        listed += expected.length;
      }
      // The filters were not all empty, nor did all let everything through.
      expect(listed).toBeGreaterThan(known.length * 5);
      expect(listed).toBeLessThan(known.length * (FILTERS.length - 5));
    },
  );

  it('is newest first where nothing else is asked for', async () => {
    const newestFirst: BusinessOrder = { field: 'created_at', direction: 'desc' };
    const { edges } = await listBusinesses(ctx, { first: 100 });
    expect(edges.map((edge) => edge.node.id)).toEqual(listIds(known, {}, newestFirst));
  });
});

describe('while businesses come and go between the pages', () => {
  const cases = ORDERS.flatMap((order) => [
    { ...order, from: 'start' as const },
    { ...order, from: 'end' as const },
  ]);

  it.each(cases)(
    'none that stayed is left out or repeated: $field $direction from the $from',
    async ({ from, ...orderBy }) => {
      const { ctx, known } = await prepare(40, 0);
      const { serviceId } = ctx.caller;
      const initial = new Set(known.map((one) => one.id));
      const gone = new Set<number>();
      const remove = async (id: number) => {
        gone.add(id);
        await database.db.executeQuery(deleteBusiness(database.db, { serviceId, id }));
      };
      const between = async (id: number) => {
        // The row that the cursor was made of, another one, and some new ones anywhere in the list.
        if (random.below(2) === 0) await remove(id);
        await remove(random.pick([known[0]?.id ?? 0, ...known.map((one) => one.id)]));
        for (let count = random.below(4); count > 0; count -= 1)
          known.push(
            await makeRandomBusiness(database.db, { serviceId, participantsMax: 0 }, random),
          );
      };
      const read = async (page: object) => await listBusinesses(ctx, { ...page, orderBy });
      const ids = await walk({ read, from, random, sizeMax: 8, between });
      const stayed = known.filter((one) => initial.has(one.id) && !gone.has(one.id));
      const seen = new Set(ids);
      expect(seen.size).toBe(ids.length);
      expect(ids.filter((id) => stayed.some((one) => one.id === id))).toEqual(
        listIds(stayed, {}, orderBy),
      );
      // What came or went meanwhile may be seen or not, but only in its place.
      expect(ids).toEqual(
        listIds(
          known.filter((one) => seen.has(one.id)),
          {},
          orderBy,
        ),
      );
    },
  );
});
