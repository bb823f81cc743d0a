import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readCounts } from '../../../src/db/queries/records/service-counts.ts';
import { repairCounts } from '../../../src/resolvers/service/repair-counts.ts';
import { upsertBusiness } from '../../../src/resolvers/upsert/upsert-business.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { createTestContext } from '../../support/gateway/context.ts';
import { countAnew } from '../../support/probes/service-counts.ts';
import { runCommand } from '../../support/processes/run-command.ts';

const database = useDatabase();

it('gateway counts repair puts right what was written past the operations, and says so', async () => {
  const { db } = database;
  const tokens = await createTestTokens(db);
  const service = await createTestService(db, tokens, { name: 'acme' });
  const { serviceId } = await createTestService(db, tokens, { name: 'other' });
  await makeBusiness(db, service.serviceId, { participants: [{}, { personType: 'legal' }] });
  await makeBusiness(db, serviceId, {});
  const repair = async () =>
    await runCommand(['counts', 'repair', '--service', 'acme'], { DATABASE_URL: database.url });
  expect(await repair()).toEqual({
    code: 0,
    stdout:
      'Corrected counters of acme:\n' +
      '  businesses: 1 instead of 0\n  naturalPersons: 1 instead of 0\n  legalEntities: 1 instead of 0\n',
    stderr: '',
  });
  const right = { code: 0, stdout: 'The counters of acme are correct.\n', stderr: '' };
  expect(await repair()).toEqual(right);
  expect(await readCounts(db, service.serviceId)).toEqual(await countAnew(db, service.serviceId));
  expect(await readCounts(db, serviceId)).toMatchObject({ businesses: 0 });
});

it('repairs beside writers, whose own changes are counted once', async () => {
  const { db } = database;
  const service = await createTestService(db, await createTestTokens(db), { name: 'busy' });
  const { serviceId } = service;
  const keep = { missingParticipants: 'keep', missingDocuments: 'keep' } as const;
  const write = async (externalId: number): Promise<void> => {
    const input = { externalId, code: 'C', participants: [], ...keep };
    await upsertBusiness(await createTestContext(db, service), input);
  };
  await sql`insert into service_counts values (${serviceId}, 3, 77, 1, 1, 1, 1, 1)`.execute(db);
  const work: Promise<unknown>[] = [];
  for (let index = 1; index <= 40; index += 1) {
    work.push(write(index));
    if (index % 10 === 0) work.push(repairCounts(db, 'busy'));
  }
  await Promise.all(work);
  const counts = await readCounts(db, serviceId);
  expect(counts).toEqual(await countAnew(db, serviceId));
  expect(counts.businesses).toBe(40);
});
