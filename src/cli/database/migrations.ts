import type { Db } from '../../db/client.ts';
import { distributeTables } from '../../db/cluster/distribute.ts';
import { listMigrations } from '../../db/migrations/migrate.ts';
import { distributeStaging } from '../../db/queries/import/staging.ts';
import { OperatorError } from '../../errors.ts';

/**
 * Distributes the tables of a Citus cluster that are not distributed yet, and returns their names. Does nothing on a
 * single server.
 */
export async function distributeAll(db: Db): Promise<string[]> {
  return [...(await distributeTables(db)), ...(await distributeStaging(db))];
}

/** Throws OperatorError with the command to run while a migration is pending. */
export async function requireMigrated(db: Db): Promise<void> {
  const pending = (await listMigrations(db)).filter((migration) => migration.executedAt === null);
  if (pending.length === 0) return;
  throw new OperatorError(
    `The database lacks ${pending.length} migration(s), first ${pending[0]?.name}; run: gateway migrate up`,
  );
}
