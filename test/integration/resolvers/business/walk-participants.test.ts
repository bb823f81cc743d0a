import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestContext } from '../../../../src/context.ts';
import {
  countParticipants,
  listParticipants,
} from '../../../../src/resolvers/business/list-participants.ts';
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
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';
import { walk } from '../../../support/probes/walk.ts';

const database = useDatabase();
const random = createRandom(77);
let service: TestService;

beforeAll(async () => {
  service = await createTestService(database.db, await createTestTokens(database.db));
});

/** Loaders remember what they have read, as within one request: each page is a request of its own. */
async function newRequest(): Promise<RequestContext> {
  return await createTestContext(database.db, service);
}

async function makeRandom(businessId: number): Promise<KnownParticipant> {
  const place = { serviceId: service.serviceId, businessId };
  return await makeRandomParticipant(database.db, place, random);
}

async function prepare(count: number): Promise<{ businessId: number; known: KnownParticipant[] }> {
  const { id: businessId } = await makeBusiness(database.db, service.serviceId);
  const { id: otherId } = await makeBusiness(database.db, service.serviceId);
  const known: KnownParticipant[] = [];
  for (let index = 0; index < count; index += 1) {
    known.push(await makeRandom(businessId));
    if (index % 7 === 0) await makeRandom(otherId);
  }
  return { businessId, known };
}

const FILTERS = [
  ...PARTICIPANT_FILTERS,
  ...Array.from({ length: 10 }, () => makeFilterTree(random, PARTICIPANT_FILTERS)),
];

describe('walking through the participants of a business by pages of random sizes', () => {
  it('gives exactly those that pass the filter, forwards and backwards, and counts them', async () => {
    const { businessId, known } = await prepare(60);
    for (const filter of FILTERS) {
      const expected = listParticipantIds(known, filter, { field: 'id', direction: 'asc' });
      const read = async (page: object) =>
        await listParticipants(
          await newRequest(),
          { id: businessId },
          { input: { ...page, filter } },
        );
      for (const from of ['start', 'end'] as const) {
        const ids = await walk({ read, from, random, sizeMax: 20 });
        expect({ filter, ids }).toEqual({ filter, ids: expected });
      }
      const count = await countParticipants(await newRequest(), businessId, filter);
      expect({ filter, count }).toEqual({ filter, count: expected.length });
    }
  });

  it.each(['start', 'end'] as const)(
    'leaves out and repeats none that stayed while others come and go, from the %s',
    async (from) => {
      const { businessId, known } = await prepare(40);
      const initial = known.map((one) => one.id);
      const gone = new Set<number>();
      const between = async (id: number) => {
        const other = random.pick([initial[0] ?? 0, ...initial]);
        for (const one of random.below(2) === 0 ? [id, other] : [other]) {
          gone.add(one);
          await deleteParticipant(one);
        }
        known.push(await makeRandom(businessId));
      };
      const read = async (page: object) =>
        await listParticipants(await newRequest(), { id: businessId }, { input: page });
      const ids = await walk({ read, from, random, sizeMax: 6, between });
      expect(ids).toEqual([...new Set(ids)].toSorted((left, right) => left - right));
      const stayed = initial.filter((id) => !gone.has(id));
      expect(ids.filter((id) => stayed.includes(id))).toEqual(stayed);
      expect(stayed.length).toBeGreaterThan(5);
    },
  );
});

async function deleteParticipant(id: number): Promise<void> {
  const { db } = database;
  await db
    .deleteFrom('documents')
    .where('service_id', '=', service.serviceId)
    .where('participant_id', '=', id)
    .execute();
  await db
    .deleteFrom('participants')
    .where('service_id', '=', service.serviceId)
    .where('id', '=', id)
    .execute();
}
