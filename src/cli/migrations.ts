import type { Db } from '../db/client.ts';
import { spreadTables } from '../db/cluster/spread.ts';
import { listMigrations, migrateUp } from '../db/migrations/migrate.ts';
import { spreadStaging } from '../db/queries/import/staging.ts';
import { OperatorError } from '../errors.ts';

/** Runs what is pending and returns the names; throws OperatorError where another version has been at work. */
export async function applyMigrations(db: Db): Promise<string[]> {
  try {
    return await migrateUp(db);
  } catch (cause) {
    if (!(cause instanceof Error) || !cause.message.startsWith('corrupted migrations')) throw cause;
    throw new OperatorError(
      `The database was migrated by another version of this program (${cause.message}).`,
      { cause },
    );
  }
}

/** Spreads over the servers of a Citus cluster what is not spread yet and answers those tables; none on one server. */
export async function spreadAll(db: Db): Promise<string[]> {
  return [...(await spreadTables(db)), ...(await spreadStaging(db))];
}

/** Throws OperatorError with the command to run while a migration is pending. */
export async function requireMigrated(db: Db): Promise<void> {
  const pending = (await listMigrations(db)).filter((one) => one.executedAt === null);
  if (pending.length === 0) return;
  throw new OperatorError(
    `The database lacks ${pending.length} migration(s), first ${pending[0]?.name}; run: npm run gateway -- migrate up`,
  );
}
