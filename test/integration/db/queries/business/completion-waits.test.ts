import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../../../src/db/client.ts';
import { lockForCompletion } from '../../../../../src/db/queries/completion/lock-for-completion.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../../support/gateway/callers.ts';

const database = useDatabase();
const BUSINESS_ID = 1;
const PARTICIPANTS = 5;

let serviceId: number;

beforeAll(async () => {
  const tokens = await createTestTokens(database.db);
  ({ serviceId } = await createTestService(database.db, tokens, { name: 'acme' }));
  await sql`insert into businesses (service_id, id, external_id, code) values (${serviceId}, 1, 1, 'B')`.execute(
    database.db,
  );
  await add(database.db, { after: 0, count: PARTICIPANTS });
});

/** Participants, each with a person and a file of its own. */
async function add(db: Db, { after, count }: { after: number; count: number }): Promise<void> {
  const service = sql.lit(serviceId);
  const rows = sql`generate_series(${sql.lit(after + 1)}, ${sql.lit(after + count)}) n`;
  for (const statement of [
    sql`insert into persons (service_id, id, external_id) select ${service}, n, n from ${rows}`,
    sql`insert into files (service_id, id) select ${service}, n from ${rows}`,
    sql`insert into participants (service_id, id, business_id, person_id, person_type, name)
      select ${service}, n, 1, n, 'natural', 'Ana' from ${rows}`,
    sql`insert into documents (service_id, participant_id, type_code, position, file_id)
      select ${service}, n, 'INE', 0, n from ${rows}`,
  ])
    await statement.execute(db);
}

async function countFree(table: 'persons' | 'files'): Promise<number> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where service_id = ${serviceId} for update skip locked
  `.execute(database.db);
  return rows.length;
}

async function untilItWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_locks where not granted
        and pid in (select pid from pg_stat_activity where datname = current_database())
    `.execute(database.db);
    if ((rows[0]?.count ?? 0) > 0) return;
  }
}

async function changeWhileHeld(change: (db: Db) => Promise<unknown>): Promise<number[]> {
  const wrote = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const other = database.db.transaction().execute(async (tx) => {
    await change(tx);
    wrote.resolve();
    await goOn.promise;
  });
  await Promise.race([wrote.promise, other]);
  const held = database.db.transaction().execute(async (tx) => {
    await lockForCompletion(tx, { serviceId, businessId: BUSINESS_ID, participants: 'every' });
    return [await countFree('persons'), await countFree('files')];
  });
  await untilItWaits();
  goOn.resolve();
  await other;
  return await held;
}

it.each([
  ['persons', sql`external_id = external_id + 100000`],
  ['files', sql`created_at = now()`],
] as const)(
  'holds %s that somebody else changed while a completion waited for them',
  async (table, set) => {
    for (const id of [2, 4]) {
      const free = await changeWhileHeld(
        async (tx) =>
          await sql`update ${sql.table(table)} set ${set}
          where service_id = ${serviceId} and id = ${sql.lit(id)}`.execute(tx),
      );
      expect(free).toEqual([0, 0]);
    }
  },
);

it('holds what somebody else added while a completion waited for the business', async () => {
  let total = PARTICIPANTS;
  for (const count of [1, 493, 1, 1]) {
    const free = await changeWhileHeld(async (tx) => {
      await sql`select from businesses where service_id = ${serviceId} and id = 1 for update`.execute(
        tx,
      );
      await add(tx, { after: total, count });
    });
    total += count;
    expect(free).toEqual([0, 0]);
  }
  expect(total).toBe(501);
});
