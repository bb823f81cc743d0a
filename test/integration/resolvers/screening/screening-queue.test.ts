import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetList } from '../../../../src/db/queries/lists/forget.ts';
import { rescreen } from '../../../../src/resolvers/rescreening/rescreen.ts';
import { screenQueued } from '../../../../src/resolvers/rescreening/screen-queued.ts';
import { upsertBusiness } from '../../../../src/resolvers/upsert/upsert-business.ts';
import {
  listFoundEvents,
  listRaised,
  makeSystemContext,
  screenAll,
  switchOn,
} from '../../../support/data/living-screening.ts';
import { loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createRecordingDb } from '../../../support/database/recording-db.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';
import { untilWaiting } from '../../../support/probes/locks.ts';

const database = useDatabase();
let service: TestService;

const RFC = 'CIE150318QX5';
const NAME = 'COMERCIALIZADORA IMAGINARIA DEL ESTE';
const OTHER = 'PANADERIA EL SOL';
const NOT_YET = ['incomplete', 'incomplete'];

beforeEach(async () => {
  await sql`truncate list_snapshots, list_entries, rescreenings cascade`.execute(database.db);
  await sql`drop trigger if exists refused on screenings`.execute(database.db);
  service = await createTestService(database.db, await createTestTokens(database.db));
  await switchOn(database.db, service.serviceId);
});

async function load(asOf = '2024-01-31', allowOlder = false): Promise<void> {
  const list = makeSat69List([
    [RFC, `${NAME} SA DE CV`],
    [`FIL${asOf.slice(2).replaceAll('-', '')}AA1`, 'RELLENO'],
  ]);
  await loadSatList(database.url, { code: 'sat69-exigibles', list }, { asOf, allowOlder });
}

async function send(names: readonly string[]): Promise<void> {
  const participants = names.map((name, at) => {
    const legal = { personType: 'legal' as const, name, requestedDocumentTypes: [] };
    return { externalPersonId: at + 1, ...legal };
  });
  const keep = { missingParticipants: 'keep', missingDocuments: 'keep' } as const;
  const sent = { externalId: 1, code: 'A', participants, ...keep };
  await upsertBusiness(await createTestContext(database.db, service), sent);
}

const screened = async () => await screenQueued(makeSystemContext(database.db, service.serviceId));
const told = async () => await listFoundEvents(database.db, service.serviceId);
const raised = async () => await listRaised(database.db, service.serviceId);

async function outcomes(): Promise<string[]> {
  const kept = database.db.selectFrom('screenings').select('outcome').orderBy('id');
  return (await kept.where('service_id', '=', service.serviceId).execute()).map(
    ({ outcome }) => outcome,
  );
}

async function countQueued(): Promise<number> {
  const queue = database.db.selectFrom('screening_queue').select('id');
  return (await queue.where('service_id', '=', service.serviceId).execute()).length;
}

/** Everybody of the service is renamed by a transaction that the work comes upon. */
async function renamedMeanwhile(work: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  await client.query('begin');
  const of = [service.serviceId];
  await client.query('select from businesses where service_id = $1 for update', of);
  const working = work();
  await untilWaiting(database.db);
  await client.query('update participants set name = $2 where service_id = $1', [...of, OTHER]);
  await client.query('commit');
  client.release();
  await working;
}

async function countStatements(names: readonly string[]): Promise<number> {
  await send(names);
  const { db, statements } = createRecordingDb(database.pool);
  await screenQueued(makeSystemContext(db, service.serviceId));
  return statements.length;
}

describe('whoever waits to be screened', () => {
  it('costs the same statements for every fifty, found or not', async () => {
    await load();
    const fifty = await countStatements(Array.from({ length: 50 }, () => NAME));
    const many = await countStatements(Array.from({ length: 500 }, () => `${NAME} SA`));
    const empty = await countStatements([]);
    expect(many - empty).toBeLessThanOrEqual(10 * (fifty - empty));
    expect(await raised()).toHaveLength(500);
  });

  it('is told of once for each business of an upsert, however many', async () => {
    await load();
    await send(Array.from({ length: 120 }, (_, at) => (at % 2 === 0 ? NAME : OTHER)));
    await screened();
    expect(await told()).toEqual(['1: 60/60']);
    // Two hundred together, and the rest with whoever comes next.
    await send(Array.from({ length: 320 }, () => `${NAME} SA`));
    await screened();
    expect(await told()).toEqual(['1: 60/60', expect.any(String), expect.any(String)]);
    expect(await raised()).toHaveLength(320);
  });

  it('is not taken for clear where no list is loaded, and is compared once it is', async () => {
    await send([NAME]);
    await screened();
    expect(await countQueued()).toBe(0);
    expect(await outcomes()).toEqual(['incomplete']);
    expect(await raised()).toEqual([]);
    await load();
    await screenAll(database.db, service.serviceId);
    expect(await raised()).toEqual([`1 sat69-exigibles/${RFC}: pending found`]);
  });

  it.each([
    ['by own lists where there are none', ['own']],
    ['by all lists where none is loaded', []],
  ] as const)('is not taken for clear %s', async (_what, families) => {
    await switchOn(database.db, service.serviceId, { families: [...families] });
    await send([OTHER]);
    await screened();
    expect(await outcomes()).toEqual(['incomplete']);
  });

  it.each(['XAXX010101000', 'XEXX010101000', 'SIN RFC'])(
    'is not taken for clear by %s and no name',
    async (rfc) => {
      await load();
      await send(['// sin nombre', '// sin nombre']);
      const people = database.db.updateTable('participants').set({ rfc });
      await people.where('service_id', '=', service.serviceId).execute();
      await screened();
      expect(await outcomes()).toEqual(NOT_YET);
    },
  );

  it('is compared with all lists where no family is named, and clear of none that is not there', async () => {
    await switchOn(database.db, service.serviceId, { families: [] });
    await send([NAME, OTHER]);
    await screened();
    await load();
    await screenAll(database.db, service.serviceId);
    expect(await raised()).toEqual([`1 sat69-exigibles/${RFC}: pending found`]);
    await send([`${NAME} SA`, `${OTHER} SA`]);
    await screened();
    expect(await outcomes()).toEqual([...NOT_YET, 'alert', 'alert', 'incomplete']);
  });

  it('is left out where it is deleted meanwhile', async () => {
    await load();
    await send([NAME, NAME]);
    const { db } = database;
    await db
      .deleteFrom('participants')
      .where('service_id', '=', service.serviceId)
      .where(
        'id',
        '=',
        db.selectFrom('participants').select((all) => all.fn.min('id').as('id')),
      )
      .execute();
    await screened();
    expect(await raised()).toEqual([`2 sat69-exigibles/${RFC}: pending found`]);
    expect(await countQueued()).toBe(0);
  });

  it('keeps nobody else waiting where it cannot be screened, and stays in the queue', async () => {
    await load();
    await send([NAME, OTHER, NAME]);
    await sql`create or replace function refuse_other() returns trigger language plpgsql as $$
      begin
        if new.subject->>'name' = ${sql.lit(OTHER)} then raise exception 'refused'; end if;
        return new;
      end $$`.execute(database.db);
    await sql`create trigger refused before insert on screenings
      for each row execute function refuse_other()`.execute(database.db);
    await expect(screened()).rejects.toThrow('refused');
    expect(await raised()).toEqual([
      `1 sat69-exigibles/${RFC}: pending found`,
      `3 sat69-exigibles/${RFC}: pending found`,
    ]);
    expect(await countQueued()).toBe(1);
    await sql`drop trigger refused on screenings`.execute(database.db);
    await screened();
    expect(await countQueued()).toBe(0);
    expect(await outcomes()).toHaveLength(3);
  });
});

describe('whoever is changed while being compared', () => {
  it('is not told by the name that is not theirs any more', async () => {
    await load();
    await send([NAME]);
    await renamedMeanwhile(screened);
    expect(await raised()).toEqual([]);
  });

  it('neither by a list that changed', async () => {
    await load();
    await send([NAME]);
    await sql`truncate screening_queue, list_snapshots, list_entries, rescreenings cascade`.execute(
      database.db,
    );
    await load('2024-02-29');
    const ctx = makeSystemContext(database.db, service.serviceId);
    await renamedMeanwhile(async () => await rescreen(ctx, 'sat69-exigibles'));
    expect(await raised()).toEqual([]);
  });
});

describe('a list that is not there any more', () => {
  it('leaves the matches that it brought, and who is screened next is not taken for clear', async () => {
    await load();
    await send([NAME]);
    await screened();
    await forgetList(database.db, { serviceId: 0, source: 'sat69-exigibles' });
    await send([`${NAME} SA`]);
    await screenAll(database.db, service.serviceId);
    expect(await raised()).toEqual([`1 sat69-exigibles/${RFC}: pending found`]);
    expect(await outcomes()).toEqual(['alert', 'incomplete']);
  });

  it('has nobody compared with what goes into the history', async () => {
    await load('2024-03-31');
    await database.db.deleteFrom('rescreenings').execute();
    await load('2024-01-31', true);
    expect(await database.db.selectFrom('rescreenings').selectAll().execute()).toEqual([]);
  });
});
