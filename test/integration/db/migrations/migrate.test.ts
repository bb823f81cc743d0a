import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listMigrations, migrateUp } from '../../../../src/db/migrations/migrate.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { withFurther } from '../../../support/database/migrations.ts';

describe('migrations', () => {
  const database = useDatabase();

  it('are all applied to the template that tests clone, and applying them again changes nothing', async () => {
    const migrations = await listMigrations(database.db);
    expect(migrations.length).toBeGreaterThan(0);
    expect(migrations.filter((one) => one.executedAt === null)).toEqual([]);
    expect(await migrateUp(database.db)).toEqual([]);
  });

  it('leave no table without service_id at the head of its primary key, save those that belong to no service', async () => {
    const found = await sql<{ table: string; column: string }>`
      select c.relname as table, a.attname as column
      from pg_class c
      join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely_%'
      order by 1`.execute(database.db);
    const others = found.rows.filter((row) => row.column !== 'service_id');
    expect(others).toEqual([
      { table: 'master_keys', column: 'id' },
      { table: 'report_keys', column: 'kid' },
      { table: 'services', column: 'id' },
      { table: 'signing_keys', column: 'kid' },
    ]);
  });
});

describe('a database that a newer version has migrated', () => {
  const database = useDatabase();

  it('has nothing to be done by an older one, which says so; what has parted from it is refused', async () => {
    const { db } = database;
    await migrateUp(db, {
      migrations: withFurther({ '9000-ahead': ['create table ahead (id bigint)'] }),
    });
    const told: string[] = [];
    expect(await migrateUp(db, { report: (message) => told.push(message) })).toEqual([]);
    expect(told).toEqual([
      'The database is ahead of this version, which does not know 9000-ahead.',
    ]);
    const migrations = withFurther({ '8000-aside': ['create table ahead (id bigint)'] });
    await expect(migrateUp(db, { migrations })).rejects.toThrow(
      'The database was migrated by another version of this program, which has 9000-ahead.',
    );
  });
});
