import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../../../src/db/client.ts';
import type { BusinessInFull } from '../../../../../src/db/queries/business/business-in-full.ts';
import { readBusinessesInFull } from '../../../../../src/db/queries/business/businesses-in-full.ts';
import type { FirstPage } from '../../../../../src/domain/business/participant.ts';
import {
  CROWDED_BUSINESS_ID,
  findLargeService,
  prepareLargeService,
} from '../../../../support/data/large-service.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../../support/gateway/callers.ts';
import { explain, usesGenericPlan } from '../../../../support/probes/explain.ts';

const USUAL_ID = 17;
const UNKNOWN_ID = 900_001;
const FEW_PAGES = 1_000;

const database = useDatabase(prepareLargeService);
let serviceId = 0;

beforeAll(async () => {
  serviceId = await findLargeService(database.db);
});

/** What is found for the first of the pages, or why nothing is. */
async function readFirst(...keys: FirstPage[]): Promise<unknown> {
  return await readBusinessesInFull(database.db, { serviceId, keys }).then(
    ([first]): unknown => first,
    (error: unknown) => error,
  );
}

/** Several are another statement: the same one twice is what one is compared with. */
async function readOneAndTwo(page: FirstPage): Promise<[one: unknown, two: unknown]> {
  return [await readFirst(page), await readFirst(page, page)];
}

describe('a business in full by itself', () => {
  it.each([
    ['a usual one', { businessId: USUAL_ID, limit: 21 }],
    ['one whose page is cut', { businessId: CROWDED_BUSINESS_ID, limit: 3 }],
    ['one without a page', { businessId: CROWDED_BUSINESS_ID, limit: 0 }],
    ['a long one', { businessId: CROWDED_BUSINESS_ID, limit: 2_000 }],
    ['all of a usual one', { businessId: USUAL_ID, limit: null }],
    ['one that is not there', { businessId: UNKNOWN_ID, limit: 21 }],
  ])('is answered as among several: %s', async (_what, page) => {
    const [one, two] = await readOneAndTwo(page);
    expect(one).toEqual(two);
  });

  it('has its documents in the order they were given, each with its participant', async () => {
    const pages = [{ businessId: CROWDED_BUSINESS_ID, limit: 5 }];
    const [[found] = []] = await readBusinessesInFull(database.db, { serviceId, keys: pages });
    const documents = found?.participants.flatMap((one) =>
      one.documents.map(({ participantId }) => [one.id, participantId]),
    );
    expect(documents?.length).toBeGreaterThan(0);
    expect(documents?.every(([own, participantId]) => own === participantId)).toBe(true);
  });

  it('is nobody of another service', async () => {
    const tokens = await createTestTokens(database.db);
    const other = await createTestService(database.db, tokens);
    const keys = [{ businessId: USUAL_ID, limit: 21 }];
    const asked = { serviceId: other.serviceId, keys };
    expect(await readBusinessesInFull(database.db, asked)).toEqual([[]]);
  });

  it('is refused where its roles are too long together, as it is among several', async () => {
    await sql`
      update participants set roles = array[repeat('x', 9 * 1024 * 1024)]
      where service_id = ${serviceId} and business_id = ${USUAL_ID}`.execute(database.db);
    const [one, two] = await readOneAndTwo({ businessId: USUAL_ID, limit: 21 });
    expect(one).toMatchObject({ code: 'limit_exceeded' });
    expect(one).toEqual(two);
  });

  it.each([
    ['a usual business', { businessId: USUAL_ID, limit: 101 }],
    ['a crowded one', { businessId: CROWDED_BUSINESS_ID, limit: 101 }],
    ['all of a usual one', { businessId: USUAL_ID, limit: null }],
  ])('comes from an index by a plan that is kept: %s', async (_what, page) => {
    const read = async (db: Db): Promise<BusinessInFull[][]> =>
      await readBusinessesInFull(db, { serviceId, keys: [page] });
    const plan = await explain(database.pool, read);
    expect(plan.scannedTables).toEqual([]);
    expect(plan.pages).toBeLessThan(FEW_PAGES);
    expect(await usesGenericPlan(database.pool, read)).toBe(true);
  });
});
