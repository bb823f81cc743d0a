import { type MigrationResult, Migrator } from 'kysely/migration';
import type { Db } from '../client.ts';
import { MIGRATIONS } from './index.ts';

export type MigrationStatus = { name: string; executedAt: Date | null };

/** Runs what is pending, in one transaction; returns the names that ran. Throws the first failure. */
export async function migrateUp(db: Db): Promise<string[]> {
  const { error, results } = await createMigrator(db).migrateToLatest();
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error('A migration failed.', { cause: error });
  return succeeded(results ?? []);
}

export async function listMigrations(db: Db): Promise<MigrationStatus[]> {
  const migrations = await createMigrator(db).getMigrations();
  return migrations.map(({ name, executedAt }) => ({ name, executedAt: executedAt ?? null }));
}

function createMigrator(db: Db): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => await Promise.resolve(MIGRATIONS) },
  });
}

function succeeded(results: MigrationResult[]): string[] {
  return results.filter((one) => one.status === 'Success').map((one) => one.migrationName);
}
