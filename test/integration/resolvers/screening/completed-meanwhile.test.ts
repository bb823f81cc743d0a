import { beforeEach, describe, expect, it } from 'vitest';
import { readCounts } from '../../../../src/db/queries/records/service-counts.ts';
import { completeBusiness } from '../../../../src/resolvers/completion/complete-business.ts';
import { resolvePersonMatches } from '../../../../src/resolvers/matches/resolve-person-matches.ts';
import { rescreen } from '../../../../src/resolvers/rescreening/rescreen.ts';
import { screenQueued } from '../../../../src/resolvers/rescreening/screen-queued.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import {
  listRaised,
  makeSystemContext,
  screenAll,
  switchOn,
} from '../../../support/data/living-screening.ts';
import { loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';

const database = useDatabase();
const LIST = 'sat69-exigibles';
/** A word that stands nowhere but in the names of those who are deleted. */
const CANARY = 'XOCHIQUETZALTECO';
const NAME = `COMERCIALIZADORA ${CANARY} DEL ESTE`;
const BUSINESSES = 12;
let service: TestService;
let businessIds: number[] = [];
let day = 0;

async function load(rows: [string, string][]): Promise<void> {
  day += 1;
  const asOf = new Date(Date.UTC(2024, 0, day)).toISOString().slice(0, 10);
  const filler: [string, string] = [`FIL0101${String(day).padStart(2, '0')}AA1`, 'RELLENO'];
  const list = makeSat69List([...rows, filler]);
  await loadSatList(database.url, { code: LIST, list }, { asOf });
}

beforeEach(async () => {
  const { db } = database;
  await db.deleteFrom('screening_settings').execute();
  await load([]);
  await db.deleteFrom('rescreenings').execute();
  service = await createTestService(db, await createTestTokens(db));
  await switchOn(db, service.serviceId);
  businessIds = [];
  for (let at = 0; at < BUSINESSES; at += 1) {
    const participants = [1, 2, 3].map((one) => ({
      personExternalId: at * 3 + one,
      personType: 'legal' as const,
      name: NAME,
    }));
    businessIds.push((await makeBusiness(db, service.serviceId, { participants })).id);
  }
});

async function completeEach(): Promise<void> {
  const ctx = await createTestContext(database.db, service);
  for (const databaseId of businessIds)
    await completeBusiness(ctx, { business: { databaseId }, deleteMode: 'all' });
}

/** Every table of the service that says anything, but for what is left by intent. */
async function expectNothingLeft(): Promise<void> {
  const { db } = database;
  const tables = await dumpTables(db, service.serviceId);
  expect(JSON.stringify(tables)).not.toContain(CANARY);
  for (const table of ['screenings', 'screening_matches', 'participant_matches', 'match_findings'])
    expect([table, tables[table]]).toEqual([table, []]);
  const counts = await readCounts(db, service.serviceId);
  expect(counts).toMatchObject({ pendingMatches: 0, pendingParticipants: 0 });
}

describe('businesses that are completed', () => {
  it('while a list is compared with everybody leave nothing of what it found', async () => {
    await load([['CIE150318QX5', `${NAME} SA DE CV`]]);
    const ctx = makeSystemContext(database.db, service.serviceId);
    await Promise.all([rescreen(ctx, LIST), completeEach(), rescreen(ctx, LIST)]);
    await expectNothingLeft();
  });

  it('while the queue is worked off leave nothing there either', async () => {
    await load([['CIE150318QX5', `${NAME} SA DE CV`]]);
    const { db } = database;
    const rows = await db
      .selectFrom('participants')
      .select('id')
      .where('service_id', '=', service.serviceId)
      .execute();
    const queued = rows.map(({ id }) => ({ service_id: service.serviceId, participant_id: id }));
    await db.insertInto('screening_queue').values(queued).execute();
    const ctx = makeSystemContext(db, service.serviceId);
    await Promise.all([screenQueued(ctx), completeEach(), screenQueued(ctx)]);
    await screenAll(db, service.serviceId);
    await expectNothingLeft();
    expect((await dumpTables(db, service.serviceId))['screening_queue']).toEqual([]);
  });
});

describe('a decision', () => {
  it('beside a list that changes leaves each match decided or raised anew, and counted', async () => {
    const { db } = database;
    await load([['CIE150318QX5', `${NAME} SA DE CV`]]);
    await screenAll(db, service.serviceId);
    const count = BUSINESSES * 3;
    expect(await listRaised(db, service.serviceId)).toHaveLength(count);
    await load([['CIE150318QX5', `${NAME} SA DE CV Y OTROS`]]);
    const ctx = await createTestContext(db, service);
    const persons = Array.from({ length: count }, (_, at) => at + 1);
    const decide = async (verdict: 'false_positive' | 'true_match') =>
      await Promise.allSettled(
        persons.map(
          async (externalPersonId) =>
            await resolvePersonMatches(ctx, { externalPersonId, verdict, reason: 'homonym' }),
        ),
      );
    const system = makeSystemContext(db, service.serviceId);
    const [, said, other] = await Promise.all([
      rescreen(system, LIST),
      decide('false_positive'),
      decide('true_match'),
    ]);
    // Of two who say different things one is told so; nobody is lost.
    const refused = [...said, ...other].filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeLessThanOrEqual(count);
    const raised = await listRaised(db, service.serviceId);
    expect(raised).toHaveLength(count);
    expect(new Set(raised.map((one) => one.replace(/^\d+ /, ''))).size).toBeLessThanOrEqual(4);
    const pending = raised.filter((one) => one.includes(': pending'));
    const counts = await readCounts(db, service.serviceId);
    expect(counts).toMatchObject({
      pendingMatches: pending.length,
      pendingParticipants: pending.length,
    });
  });
});
