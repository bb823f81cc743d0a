import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestContext } from '../../../../src/context.ts';
import { ORDER_DIRECTIONS } from '../../../../src/domain/business/business-list.ts';
import {
  PARTICIPANT_ORDER_FIELDS,
  type ParticipantOrder,
} from '../../../../src/domain/business/participant-list.ts';
import {
  countServiceParticipants,
  listServiceParticipants,
} from '../../../../src/resolvers/business/list-service-participants.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { makeFilterTree } from '../../../support/data/filter-trees.ts';
import { createRandom } from '../../../support/data/random.ts';
import {
  type KnownParticipant,
  listParticipantIds,
  makeRandomParticipant,
  PARTICIPANT_FILTERS,
} from '../../../support/data/random-participants.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';
import { walk } from '../../../support/probes/walk.ts';

const database = useDatabase();
const random = createRandom(4711);
const ORDERS = PARTICIPANT_ORDER_FIELDS.flatMap((field) =>
  ORDER_DIRECTIONS.map((direction) => ({ field, direction })),
);
const FILTERS = [
  ...PARTICIPANT_FILTERS,
  ...Array.from({ length: 15 }, () => makeFilterTree(random, PARTICIPANT_FILTERS)),
];

type Made = { ctx: RequestContext; known: KnownParticipant[]; add: () => Promise<void> };

/** So many random participants in three businesses of a service, and some of another one that nobody may see in it. */
async function prepare(count: number): Promise<Made> {
  const { db } = database;
  const tokens = await createTestTokens(db);
  const service = await createTestService(db, tokens);
  const { serviceId } = service;
  const { serviceId: otherId } = await createTestService(db, tokens);
  const businessIds: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    businessIds.push((await makeBusiness(db, serviceId)).id);
    await makeBusiness(db, otherId);
  }
  const known: KnownParticipant[] = [];
  const add = async () => {
    const businessId = random.pick([businessIds[0] ?? 0, ...businessIds]);
    known.push(await makeRandomParticipant(db, { serviceId, businessId }, random));
  };
  for (let index = 0; index < count; index += 1) {
    await add();
    if (index % 6 === 0)
      await makeRandomParticipant(db, { serviceId: otherId, businessId: 1 + (index % 3) }, random);
  }
  return { ctx: await createTestContext(db, service), known, add };
}

describe('walking through the participants of a service by pages of random sizes', () => {
  let made: Made;
  beforeAll(async () => {
    made = await prepare(120);
  });

  it.each(ORDERS)(
    'gives exactly the filtered list, forwards and backwards, by $field $direction',
    async (orderBy) => {
      const { ctx, known } = made;
      let listed = 0;
      for (const filter of FILTERS) {
        const expected = listParticipantIds(known, filter, orderBy);
        const read = async (page: object) =>
          await listServiceParticipants(ctx, { ...page, filter, orderBy });
        for (const from of ['start', 'end'] as const)
          expect({ filter, ids: await walk({ read, from, random, sizeMax: 40 }) }).toEqual({
            filter,
            ids: expected,
          });
        const count = await countServiceParticipants(ctx, filter);
        expect({ filter, count }).toEqual({ filter, count: expected.length });
        listed += expected.length;
      }
      // The filters were not all empty, nor did all let everything through.
      expect(listed).toBeGreaterThan(known.length * 5);
      expect(listed).toBeLessThan(known.length * (FILTERS.length - 10));
    },
  );

  it('is newest first where nothing else is asked for', async () => {
    const { edges } = await listServiceParticipants(made.ctx, { first: 120 });
    const newestFirst: ParticipantOrder = { field: 'created_at', direction: 'desc' };
    expect(edges.map(({ node }) => node.id)).toEqual(
      listParticipantIds(made.known, {}, newestFirst),
    );
  });
});

describe('while participants come and go between the pages', () => {
  it.each(
    ORDERS.flatMap(
      (order) =>
        [
          { ...order, from: 'start' },
          { ...order, from: 'end' },
        ] as const,
    ),
  )(
    'none that stayed is left out or repeated: $field $direction from the $from',
    async ({ from, ...orderBy }) => {
      const { ctx, known, add } = await prepare(30);
      const initial = new Set(known.map((one) => one.id));
      const gone = new Set<number>();
      const between = async (id: number) => {
        // The one that the cursor was made of, or another one.
        const leaving = random.pick([id, ...initial]);
        gone.add(leaving);
        await removeParticipant(ctx.caller.serviceId, leaving);
        if (random.below(2) === 0) await add();
      };
      const read = async (page: object) => await listServiceParticipants(ctx, { ...page, orderBy });
      const ids = await walk({ read, from, random, sizeMax: 8, between });
      expect(new Set(ids).size).toBe(ids.length);
      const stayed = known.filter((one) => initial.has(one.id) && !gone.has(one.id));
      expect(ids.filter((id) => stayed.some((one) => one.id === id))).toEqual(
        listParticipantIds(stayed, {}, orderBy),
      );
    },
  );
});

async function removeParticipant(serviceId: number, id: number): Promise<void> {
  const { db } = database;
  await db
    .deleteFrom('documents')
    .where('service_id', '=', serviceId)
    .where('participant_id', '=', id)
    .execute();
  await db
    .deleteFrom('participants')
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .execute();
}
