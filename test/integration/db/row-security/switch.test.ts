import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { TENANT_TABLES } from '../../../../src/db/cluster/spread-tables.ts';
import { migrateAndSecure } from '../../../../src/db/row-security/migrate-and-secure.ts';
import {
  disableRowSecurity,
  enableRowSecurity,
  listSecured,
} from '../../../../src/db/row-security/switch-row-security.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { readPolicies } from '../../../support/database/policies.ts';
import { untilWaiting } from '../../../support/probes/locks.ts';

const database = useDatabase();
const ALL = [...TENANT_TABLES].toSorted();

function ignore(): void {}

afterEach(async () => await enableRowSecurity(database.db, ignore));

describe('row-level security', () => {
  it('is there from the first day of a database, and stays as it is when it is switched on again', async () => {
    expect(await listSecured(database.db)).toEqual(ALL);
    const before = await readPolicies(database.db);
    expect(await enableRowSecurity(database.db, ignore)).toEqual([]);
    expect(await readPolicies(database.db)).toEqual(before);
  });

  it('leaves nothing behind when it is switched off, and comes back as it was', async () => {
    const before = await readPolicies(database.db);
    expect((await disableRowSecurity(database.db, ignore)).toSorted()).toEqual(ALL);
    expect(await readPolicies(database.db)).toEqual([]);
    expect(await disableRowSecurity(database.db, ignore)).toEqual([]);
    await enableRowSecurity(database.db, ignore);
    expect(await readPolicies(database.db)).toEqual(before);
  });

  it('goes on where it was cut off', async () => {
    const before = await readPolicies(database.db);
    const [first, second] = TENANT_TABLES;
    // Of one nothing is there, of the other the policies are, and do not hold yet.
    await sql`alter table ${sql.table(first)} disable row level security`.execute(database.db);
    await sql`drop policy own_service on ${sql.table(first)}`.execute(database.db);
    await sql`alter table ${sql.table(second)} disable row level security`.execute(database.db);
    expect(await enableRowSecurity(database.db, ignore)).toEqual([first, second]);
    expect(await readPolicies(database.db)).toEqual(before);
  });

  it('is switched on by one of several at once', async () => {
    await disableRowSecurity(database.db, ignore);
    const done = await Promise.all(
      [1, 2, 3].map(async () => await enableRowSecurity(database.db, ignore)),
    );
    expect(done.flat().toSorted()).toEqual(ALL);
    expect(await listSecured(database.db)).toEqual(ALL);
  });

  it('waits for a long transaction, which others read past', async () => {
    await disableRowSecurity(database.db, ignore);
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('select from documents limit 1');
    const enabling = enableRowSecurity(database.db, ignore);
    await untilWaiting(database.db);
    await database.pool.query('select from documents limit 1');
    expect(await listSecured(database.db)).not.toContain('documents');
    await holder.query('rollback');
    holder.release();
    await enabling;
    expect(await listSecured(database.db)).toEqual(ALL);
  });

  it('is not switched on by a migration of a database that was used without it', async () => {
    const { db } = database;
    await disableRowSecurity(db, ignore);
    await sql`alter table api_keys drop constraint api_keys_prefix_key`.execute(db);
    await sql`alter table api_keys add constraint api_keys_prefix_key unique (prefix)`.execute(db);
    await sql`delete from kysely_migration where name = '0036-api-key-prefix'`.execute(db);
    expect(await migrateAndSecure(db)).toEqual(['0036-api-key-prefix']);
    expect(await listSecured(db)).toEqual([]);
  });

  it('is given by migrate up to tables that lack it, as new ones do, where others have it', async () => {
    const { db } = database;
    const before = await readPolicies(db);
    await disableRowSecurity(db, ignore);
    const [first] = TENANT_TABLES;
    await sql`alter table ${sql.table(first)} enable row level security`.execute(db);
    expect(await migrateAndSecure(db)).toEqual([]);
    expect(await listSecured(db)).toEqual(ALL);
    await disableRowSecurity(db, ignore);
    await enableRowSecurity(db, ignore);
    expect(await readPolicies(db)).toEqual(before);
  });
});
