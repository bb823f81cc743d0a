import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { createDb, type Db } from '../../../src/db/client.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';
import { createTestPool } from './test-pool.ts';

/** Returns all migrations of this version, followed by these, each a list of statements. */
export function withFurther(further: Record<string, string[]>): Record<string, Migration> {
  const made = Object.entries(further).map(([name, statements]) => [name, toMigration(statements)]);
  return { ...MIGRATIONS, ...Object.fromEntries(made) };
}

export function toMigration(statements: string[]): Migration {
  return {
    up: async (db: Kysely<unknown>): Promise<void> => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

/** Creates a database without tables, which is deleted after the test. */
export async function makeEmptyDatabase(): Promise<{ url: string; db: Db }> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  const address = new URL(inject('templateUrl'));
  address.pathname = '/postgres';
  const admin = new Client({ connectionString: address.href });
  await admin.connect();
  await admin.query(`create database ${name} template template0`);
  address.pathname = `/${name}`;
  const db = createDb(createTestPool(address.href));
  onTestFinished(async () => {
    await db.destroy();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return { url: address.href, db };
}

/** Adds more persons to a service than can be indexed within a moment. */
export async function addManyPersons(db: Db): Promise<void> {
  await sql`insert into services (name) values ('many')`.execute(db);
  await sql`insert into persons (service_id, id, external_id)
    select s.id, n, n from services s, generate_series(1, 60000) n where s.name = 'many'`.execute(
    db,
  );
}
