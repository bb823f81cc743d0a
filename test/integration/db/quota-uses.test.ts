import { expect, it } from 'vitest';
import { listStoredUses } from '../../../src/db/queries/records/quota-uses.ts';
import { changeCounts } from '../../../src/db/queries/records/service-counts.ts';
import { ZERO_DELTA } from '../../../src/domain/business/service-counts.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';

const database = useDatabase();

it('services with the highest use come first, by the limits that are set', async () => {
  const { db } = database;
  const tokens = await createTestTokens(db);
  const many = await createTestService(db, tokens);
  const large = await createTestService(db, tokens);
  await changeCounts(db, many.serviceId, { ...ZERO_DELTA, businesses: 1000 });
  await changeCounts(db, large.serviceId, { ...ZERO_DELTA, businesses: 1, fileBytes: 900 });
  const list = async (records: number | null, fileBytes: number | null): Promise<number[]> =>
    (await listStoredUses(db, { records, fileBytes }, 10)).map(({ serviceId }) => serviceId);
  const [byRecords, byBytes] = [
    [many.serviceId, large.serviceId],
    [large.serviceId, many.serviceId],
  ];
  expect(await list(null, 1000)).toEqual(byBytes);
  expect(await list(2000, 1000)).toEqual(byBytes);
  expect(await list(2000, null)).toEqual(byRecords);
  expect(await list(null, null)).toEqual(byRecords);
});
