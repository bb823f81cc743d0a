import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../../src/db/client.ts';
import { createLoaders, type Loaders } from '../../../../src/db/loaders/loaders.ts';
import { getReads, shareReads } from '../../../../src/db/loaders/reads.ts';
import { runInWorkScope, WorkScope } from '../../../../src/runtime/work-scope.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { type Random, repeatRandomly } from '../../../support/data/random.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createRecordingDb } from '../../../support/database/recording-db.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';

const database = useDatabase();
const SERVICES = 5;
const BUSINESSES = 6;
/** PostgreSQL has no such bigint, so the statement that asks for it fails as a whole. */
const NO_BIGINT = 2 ** 63;

let db: Db;
let statements: string[];
const serviceIds: number[] = [];

beforeAll(async () => {
  ({ db, statements } = createRecordingDb(database.pool));
  shareReads(db);
  const tokens = await createTestTokens(database.db);
  for (let n = 0; n < SERVICES; n += 1) {
    const { serviceId } = await createTestService(database.db, tokens);
    serviceIds.push(serviceId);
    // The same ids in each service, told apart by the names.
    for (let id = 1; id <= BUSINESSES; id += 1)
      await makeBusiness(database.db, serviceId, {
        id,
        name: `${serviceId}/${id}`,
        participants: Array.from({ length: (id + n) % 4 }, (_, index) => ({
          name: `${serviceId}/${id}/${index}`,
          documents: [[`${serviceId}/${id}/${index}`, null]],
        })),
      });
  }
});

/** What the service has of a business, as its loaders answer it. */
async function readBusiness(serviceId: number, id: number): Promise<object> {
  const loaders = createLoaders(db, serviceId);
  const window = { first: 3, last: null, after: null, before: null };
  const [business, page, full] = await Promise.all([
    loaders.business.load(id),
    loaders.participantWindow.load(id, { filter: {}, window, withDocuments: false }),
    loaders.businessInFull.load({ businessId: id, limit: null }),
  ]);
  const ahead = createLoaders(db, serviceId);
  const asked = { filter: {}, window, withDocuments: true };
  const pageAhead = await ahead.participantWindow.load(id, asked);
  return {
    name: business?.name,
    page: page.map((one) => one.name),
    pageAhead: pageAhead.map((one) => one.name),
    documents: await readDocuments(loaders, page),
    documentsAhead: pageAhead.map(typesOf),
    full: full && {
      name: full.business.name,
      participants: full.participants.map((one) => [one.name, ...typesOf(one)]),
    },
  };
}

function typesOf(one: object): string[] {
  return 'documents' in one && Array.isArray(one.documents)
    ? one.documents.map((each) => each.typeCode)
    : [];
}

async function readDocuments(loaders: Loaders, of: { id: number }[]): Promise<string[][]> {
  const lists = await Promise.all(of.map(async ({ id }) => await loaders.documents.load(id)));
  return lists.map((list) => list.map((one) => one.typeCode));
}

/** The same, from the names alone. */
function expectedBusiness(serviceId: number, id: number): object {
  const count = id > BUSINESSES ? 0 : (id + serviceIds.indexOf(serviceId)) % 4;
  const names = Array.from({ length: count }, (_, index) => `${serviceId}/${id}/${index}`);
  const documents = names.map((name) => [name]);
  return {
    name: id > BUSINESSES ? undefined : `${serviceId}/${id}`,
    page: names,
    pageAhead: names,
    documents,
    documentsAhead: documents,
    full:
      id > BUSINESSES
        ? undefined
        : { name: `${serviceId}/${id}`, participants: names.map((name) => [name, name]) },
  };
}

function someService(random: Random): number {
  return serviceIds[random.below(serviceIds.length)] ?? 0;
}

/** Lets some of what waits be answered before more is asked. */
async function pause(random: Random): Promise<void> {
  for (let n = random.below(4); n > 0; n -= 1)
    await new Promise((resolve) => setImmediate(resolve));
}

async function expectAnswer(serviceId: number, id: number): Promise<void> {
  expect(await readBusiness(serviceId, id)).toEqual(expectedBusiness(serviceId, id));
}

async function expectFailure(serviceId: number, id: number): Promise<void> {
  const read = getReads(db).businesses(serviceId, [id, NO_BIGINT]);
  await expect(read).rejects.toThrow('out of range');
}

describe('reading together', () => {
  it('never mixes services, however their requests fall together, and a failure is its caller’s alone', async () => {
    await repeatRandomly(async (random) => {
      const asked: Promise<void>[] = [];
      for (let n = 0; n < 60; n += 1) {
        const expectOne = random.below(10) === 0 ? expectFailure : expectAnswer;
        asked.push(expectOne(someService(random), 1 + random.below(BUSINESSES + 1)));
        if (random.below(5) === 0) await pause(random);
      }
      await Promise.all(asked);
    });
  });

  it.each([
    [2, 5],
    [6, 5],
    [15, 10],
  ])(
    'asks for %i businesses of each of five services in statements of one service and of twelve: %i',
    async (count, times) => {
      statements.length = 0;
      const { businesses } = getReads(db);
      const ids = Array.from({ length: count }, (_, index) => 1 + (index % BUSINESSES));
      const all = serviceIds.flatMap((serviceId) => ids.map((id) => ({ serviceId, id })));
      const read = async ({ serviceId, id }: { serviceId: number; id: number }) =>
        (await businesses(serviceId, [id])).map((rows) => rows.map((one) => one.name));
      const names = await Promise.all(all.map(read));
      expect(names).toEqual(all.map(({ serviceId, id }) => [[`${serviceId}/${id}`]]));
      expect(statements).toHaveLength(times);
    },
  );

  it('answers many keys of one caller in their order, absent and repeated ones too', async () => {
    const [serviceId = 0] = serviceIds;
    for (const count of [0, 1, 100, 101, 700]) {
      const ids = Array.from({ length: count }, (_, index) => 1 + (index % (BUSINESSES + 2)));
      const groups = await getReads(db).businesses(serviceId, ids);
      const expected = ids.map((id) => (id > BUSINESSES ? [] : [`${serviceId}/${id}`]));
      expect(groups.map((rows) => rows.map((one) => one.name))).toEqual(expected);
    }
  });

  it('keeps nothing: what changed is read changed, and what was deleted is gone', async () => {
    const [serviceId = 0] = serviceIds;
    const id = BUSINESSES + 10;
    const nameOf = async () => (await getReads(db).businesses(serviceId, [id]))[0]?.[0]?.name;
    await makeBusiness(database.db, serviceId, { id, name: 'before' });
    expect(await nameOf()).toBe('before');
    const table = db.updateTable('businesses').where('service_id', '=', serviceId);
    await table.where('id', '=', id).set({ name: 'after' }).execute();
    expect(await nameOf()).toBe('after');
    const rows = db.deleteFrom('businesses').where('service_id', '=', serviceId);
    await rows.where('id', '=', id).execute();
    expect(await nameOf()).toBeUndefined();
  });

  it('does not reach into a transaction, nor out of it', async () => {
    const [serviceId = 0] = serviceIds;
    const nameBy = async (handle: Db) =>
      (await createLoaders(handle, serviceId).business.load(1))?.name;
    await db.transaction().execute(async (tx) => {
      const table = tx.updateTable('businesses').where('service_id', '=', serviceId);
      await table.where('id', '=', 1).set({ name: 'inside' }).execute();
      expect(await Promise.all([nameBy(tx), nameBy(db)])).toEqual(['inside', `${serviceId}/1`]);
      await table
        .where('id', '=', 1)
        .set({ name: `${serviceId}/1` })
        .execute();
    });
  });
});

it('refuses the request of one service that asks for the rows of another', async () => {
  const [mine = 0, theirs = 0] = serviceIds;
  const record = new WorkScope();
  record.serviceId = mine;
  const read = async (serviceId: number) =>
    await runInWorkScope(record, async () => await getReads(db).businesses(serviceId, [1]));
  expect(await read(mine)).toHaveLength(1);
  await expect(read(theirs)).rejects.toThrow('A service asked for the rows of another.');
});
