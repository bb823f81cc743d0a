import { expect, it } from 'vitest';
import { upsertBusiness } from '../../../src/resolvers/upsert/upsert-business.ts';
import {
  countNotifiedParticipants,
  listRaised,
  switchOn,
} from '../../support/data/living-screening.ts';
import { loadSatList, makeSat69List } from '../../support/data/sat-lists.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { createTestContext } from '../../support/gateway/context.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { startWork } from '../../support/processes/work-process.ts';

const database = useDatabase();
const PATIENTLY = { interval: 20, timeout: 60_000 };
const RFC = 'CIE150318QX5';
const NAME = 'COMERCIALIZADORA IMAGINARIA DEL ESTE';
const PEOPLE = 800;

it('a worker that is killed while it screens leaves the rest to the next, and nothing is raised twice', async () => {
  const { db, url } = database;
  const list = makeSat69List([[RFC, `${NAME} SA DE CV`]]);
  await loadSatList(url, { code: 'sat69-exigibles', list }, { asOf: '2024-01-31' });
  const service = await createTestService(db, await createTestTokens(db));
  const { serviceId } = service;
  await switchOn(db, serviceId);
  const people = Array.from({ length: PEOPLE }, (_, at) => at + 1);
  await upsertBusiness(await createTestContext(db, service), {
    externalId: 1,
    code: 'A',
    participants: people.map((externalPersonId) => {
      const legal = { personType: 'legal' as const, name: NAME };
      return { externalPersonId, requestedDocumentTypes: [], ...legal };
    }),
    missingParticipants: 'keep',
    missingDocuments: 'keep',
  });
  const work = async () =>
    await startWork({ DATABASE_URL: url, WORKER_POLL_MS: '50', ...nameFileFolder().env });
  const raised = async () => (await listRaised(db, serviceId)).length;
  const first = await work();
  await expect.poll(raised, PATIENTLY).toBeGreaterThan(0);
  await first.stop('SIGKILL');
  // The time goes by that a worker holds a job for.
  await db
    .updateTable('jobs')
    .set({ due_at: new Date(0) })
    .where('task', '=', 'screen_participants')
    .execute();
  const second = await work();
  await expect.poll(raised, PATIENTLY).toBe(PEOPLE);
  expect(new Set(await listRaised(db, serviceId)).size).toBe(PEOPLE);
  expect(await countNotifiedParticipants(db, serviceId)).toBe(PEOPLE);
  expect(await second.stop('SIGTERM')).toBe(0);
});
