import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../../../../src/db/client.ts';
import { TENANT_TABLES } from '../../../../src/db/cluster/spread-tables.ts';
import { WORK_TABLES } from '../../../../src/db/row-security/policies.ts';
import { acrossServices, withinService } from '../../../../src/runtime/work-scope.ts';
import { fillAnyhow } from '../../../support/data/fill-anyhow.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { servedUrlOf } from '../../../support/database/served-url.ts';
import { createTestPool } from '../../../support/database/test-pool.ts';

const MINE = 7;
const THEIRS = 8;
const NOT_ALLOWED = '42501';

const database = useDatabase();
/** As a gateway should be run. */
let served: Db;

beforeAll(async () => {
  for (const table of TENANT_TABLES) await fillAnyhow(database.db, table, [MINE, THEIRS]);
  // Policies have to hold also for a role that may write more than the one that serves: rights.test.ts is about that.
  const { username } = new URL(servedUrlOf(database.url));
  await sql`grant all on all tables in schema public to ${sql.ref(username)}`.execute(database.db);
  served = createDb(createTestPool(servedUrlOf(database.url)));
});
afterAll(async () => await served.destroy());

async function listServices(db: Db, table: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select service_id as id from ${sql.table(table)} order by 1`.execute(db);
  return rows.map((row) => row.id);
}

/** What is written is taken back. */
async function countTouched(db: Db, command: string): Promise<number> {
  let touched = 0;
  const undo = new Error('To be undone.');
  const work = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ one: number }>`${sql.raw(command)} returning 1 as one`.execute(tx);
    touched = rows.length;
    throw undo;
  });
  await work.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return touched;
}

async function touchAsMine(command: string): Promise<number> {
  return await withinService(MINE, async () => await countTouched(served, command));
}

async function touchAcross(command: string): Promise<number> {
  return await acrossServices(async () => await countTouched(served, command));
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await work.then(() => undefined).catch((reason: unknown) => reason);
  return error instanceof DatabaseError ? error.code : undefined;
}

describe.each(TENANT_TABLES)('%s', (table) => {
  it('gives a statement that names no service its own rows only', async () => {
    expect(await listServices(database.db, table)).toEqual([MINE, THEIRS]);
    const seen = await withinService(MINE, async () => await listServices(served, table));
    expect(seen).toEqual([MINE]);
  });

  it('has no row of another service that is named, nor any where none is said', async () => {
    const named = sql`select 1 from ${sql.table(table)} where service_id = ${THEIRS}`;
    expect((await withinService(MINE, async () => await named.execute(served))).rows).toEqual([]);
    expect(await listServices(served, table)).toEqual([]);
  });

  it('lets nothing of another be changed, deleted, added or given away', async () => {
    expect(await touchAsMine(`update ${table} set service_id = service_id`)).toBe(1);
    expect(await touchAsMine(`delete from ${table}`)).toBe(1);
    expect(await touchAsMine(`delete from ${table} where service_id = ${THEIRS}`)).toBe(0);
    const added = `insert into ${table} (service_id) values (${THEIRS})`;
    const given = `update ${table} set service_id = ${THEIRS}`;
    for (const command of [added, given])
      expect(await codeOf(touchAsMine(command))).toBe(NOT_ALLOWED);
  });

  it('is read across services only where work is looked for, and written by none of it', async () => {
    const seen = await acrossServices(async () => await listServices(served, table));
    expect(seen).toEqual(WORK_TABLES.includes(table) ? [MINE, THEIRS] : []);
    expect(await touchAcross(`update ${table} set service_id = service_id`)).toBe(0);
    expect(await touchAcross(`delete from ${table}`)).toBe(0);
    const added = `insert into ${table} (service_id) values (${MINE})`;
    expect(await codeOf(touchAcross(added))).toBe(NOT_ALLOWED);
  });
});
