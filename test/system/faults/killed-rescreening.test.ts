import { expect, it } from 'vitest';
import { upsertBusiness } from '../../../src/resolvers/upsert/upsert-business.ts';
import {
  countNotifiedParticipants,
  listRaised,
  screenAll,
  switchOn,
} from '../../support/data/living-screening.ts';
import { loadSatList, makeSat69List } from '../../support/data/sat-lists.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { createTestContext } from '../../support/gateway/context.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { startWork } from '../../support/processes/work-process.ts';

const database = useDatabase();
const PATIENTLY = { interval: 5, timeout: 60_000 };
const [KNOWN, NEW] = ['CIE150318QX5', 'TIM990101AB1'];
const NAME = 'TRANSPORTES IMPERMEABLES DE PUEBLA';
/** So many are compared at once. */
const PAGE = 500;
const PEOPLE = 3 * PAGE;

async function load(rows: [string, string][], asOf: string): Promise<void> {
  const list = makeSat69List(rows);
  await loadSatList(database.url, { code: 'sat69-exigibles', list }, { asOf });
}

/** Keeps the last participant from being raised, so that a worker comes as far and no farther. */
async function holdLast(serviceId: number): Promise<{ release: () => Promise<void> }> {
  const tx = await database.db.startTransaction().execute();
  const last = tx.selectFrom('participants').select('id').where('service_id', '=', serviceId);
  await last.orderBy('id', 'desc').limit(1).forUpdate().executeTakeFirstOrThrow();
  return { release: async () => await tx.rollback().execute() };
}

it('a worker that is killed while it compares everybody with a new list leaves the rest to the next, and nothing is raised twice', async () => {
  const { db, url } = database;
  const known: [string, string] = [KNOWN, 'COMERCIALIZADORA IMAGINARIA'];
  await load([known], '2024-01-31');
  const service = await createTestService(db, await createTestTokens(db));
  const { serviceId } = service;
  await switchOn(db, serviceId);
  await upsertBusiness(await createTestContext(db, service), {
    externalId: 1,
    code: 'A',
    participants: Array.from({ length: PEOPLE }, (_, at) => {
      const legal = { personType: 'legal' as const, name: NAME };
      return { externalPersonId: at + 1, requestedDocumentTypes: [], ...legal };
    }),
    missingParticipants: 'keep',
    missingDocuments: 'keep',
  });
  // Nobody is in the list yet, and nobody waits to be screened.
  await screenAll(db, serviceId);
  expect(await listRaised(db, serviceId)).toEqual([]);
  await load([known, [NEW, `${NAME} SA DE CV`]], '2024-02-29');

  const jobs = async () =>
    await db.selectFrom('jobs').select('task').where('service_id', '=', serviceId).execute();
  expect(await jobs()).toEqual([{ task: 'rescreen' }]);
  const work = async () =>
    await startWork({ DATABASE_URL: url, WORKER_POLL_MS: '50', ...nameFileFolder().env });
  const raised = async () => await listRaised(db, serviceId);
  const hold = await holdLast(serviceId);
  const first = await work();
  await expect.poll(async () => (await raised()).length, PATIENTLY).toBe(PEOPLE - PAGE);
  await first.stop('SIGKILL');
  const before = await raised();
  await hold.release();
  const comeTo = db.selectFrom('rescreenings').select('participant_id');
  expect(await comeTo.where('service_id', '=', serviceId).execute()).toHaveLength(1);

  // The time goes by that a worker holds a job for.
  await db
    .updateTable('jobs')
    .set({ due_at: new Date(0) })
    .where('task', '=', 'rescreen')
    .execute();
  const second = await work();
  await expect.poll(jobs, PATIENTLY).toEqual([]);
  const all = await raised();
  expect(all.slice(0, before.length)).toEqual(before);
  const wanted = Array.from(
    { length: PEOPLE },
    (_, at) => `${at + 1} sat69-exigibles/${NEW}: pending found`,
  );
  expect(all.toSorted()).toEqual(wanted.toSorted());
  expect(await countNotifiedParticipants(db, serviceId)).toBe(PEOPLE);
  const left = db.selectFrom('rescreenings').select('source');
  expect(await left.where('service_id', '=', serviceId).execute()).toEqual([]);
  expect(await second.stop('SIGTERM')).toBe(0);
});
