import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../src/db/client.ts';
import { openStream } from '../../../src/db/queries/records/event-streams.ts';
import { ID_KINDS } from '../../../src/db/queries/records/id-counters.ts';
import { completeBusiness } from '../../../src/resolvers/completion/complete-business.ts';
import { upsertBusiness } from '../../../src/resolvers/upsert/upsert-business.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import { createTestContext } from '../../support/gateway/context.ts';
import { type CommandResult, runCommand } from '../../support/processes/run-command.ts';

/** What was served until the fault, and what its backup was restored to. */
const served = useDatabase();
const restored = useDatabase();

/** A service with one business, and one that had nothing when the backup was made. */
type Stock = { acme: TestService; late: TestService };
let was: Stock;
let is: Stock;

async function stock(db: Db): Promise<Stock> {
  const tokens = await createTestTokens(db);
  const acme = await createTestService(db, tokens, { name: 'acme' });
  const late = await createTestService(db, tokens, { name: 'late' });
  await upsert(db, { ...acme, number: 1 });
  return { acme, late };
}

/** Business `number` of the provider with one participant; answers their ids and the version. */
async function upsert(
  db: Db,
  { number, name = `Ana ${number}`, ...service }: TestService & { number: number; name?: string },
): Promise<Upserted> {
  const { business } = await upsertBusiness(await createTestContext(db, service), {
    externalId: number,
    code: `F/${number}`,
    missingParticipants: 'keep',
    missingDocuments: 'keep',
    participants: [
      { externalPersonId: number, personType: 'natural', name, requestedDocumentTypes: [] },
    ],
  });
  const found = await db
    .selectFrom('participants')
    .select('id')
    .where('service_id', '=', service.serviceId)
    .where('business_id', '=', business.id)
    .executeTakeFirstOrThrow();
  return { business: business.id, participant: found.id, version: business.version };
}
type Upserted = { business: number; participant: number; version: number };

async function listCounters(db: Db, serviceId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('id_counters')
    .select(['kind', 'last_id as lastId'])
    .where('service_id', '=', serviceId)
    .execute();
  return new Map(rows.map(({ kind, lastId }) => [kind, lastId]));
}

const lost: Upserted[] = [];
/** Stream of the restored database before the command, which runs once for all tests, and what it printed. */
let streamKey = '';
let outcome: CommandResult;

beforeAll(async () => {
  was = await stock(served.db);
  is = await stock(restored.db);
  for (const number of [2, 3, 4]) lost.push(await upsert(served.db, { ...was.acme, number }));
  lost.push(await upsert(served.db, { ...was.late, number: 5 }));
  streamKey = (await openStream(restored.db, is.acme.serviceId)).streamKey;
  outcome = await runCommand(['restored'], { DATABASE_URL: restored.url });
});

describe('gateway restored', () => {
  it('has nothing that comes after it take an id that came after the backup', async () => {
    expect(outcome).toEqual({
      code: 0,
      stdout:
        'Services: 2. The next ten million ids of each kind are skipped, and events receive new ids.\n',
      stderr: '',
    });
    const later = [
      await upsert(restored.db, { ...is.acme, number: 6 }),
      await upsert(restored.db, { ...is.acme, number: 7 }),
      await upsert(restored.db, { ...is.late, number: 8 }),
    ];
    for (const { business, participant } of later) {
      expect(lost.map((one) => one.business)).not.toContain(business);
      expect(lost.map((one) => one.participant)).not.toContain(participant);
    }
    expect((await openStream(restored.db, is.acme.serviceId)).streamKey).not.toBe(streamKey);
  });

  it('passes over the ids of every kind, also of a service that had none, but not those of receipts', async () => {
    for (const { serviceId } of [is.acme, is.late]) {
      const counters = await listCounters(restored.db, serviceId);
      const passed = ID_KINDS.filter((kind) => (counters.get(kind) ?? 0) >= 10_000_000);
      expect(passed).toEqual(ID_KINDS.filter((kind) => kind !== 'deletion_receipt'));
    }
    const { rows } = await sql<{ type: string; least: number }>`
      select data_type::text as type, min(last_value) as least from pg_sequences
      where schemaname = 'public' group by data_type order by 1
    `.execute(restored.db);
    expect(rows.map(({ type }) => type)).toEqual(['bigint', 'integer']);
    expect(rows[0]?.least).toBeGreaterThanOrEqual(10_000_000);
    expect(rows[1]?.least).toBeGreaterThanOrEqual(1000);
  });

  it('lets nobody complete a business by a version that they saw before it', async () => {
    const seen = await upsert(served.db, { ...was.acme, number: 1, name: 'Ana María' });
    expect(seen.version).toBe(2);
    // The same business comes to as many changes again, and to others.
    await upsert(restored.db, { ...is.acme, number: 1, name: 'Luis' });
    const ctx = await createTestContext(restored.db, is.acme);
    const completing = completeBusiness(ctx, {
      business: { databaseId: seen.business },
      deleteMode: 'all',
      expectedVersion: seen.version,
    });
    await expect(completing).rejects.toMatchObject({ code: 'version_conflict' });
  });
});
