import type { Db } from '../db/client.ts';
import { listMigrations, migrateUp } from '../db/migrations/migrate.ts';
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

/** Throws OperatorError with the command to run while a migration is pending. */
export async function requireMigrated(db: Db): Promise<void> {
  const pending = (await listMigrations(db)).filter((one) => one.executedAt === null);
  if (pending.length === 0) return;
  throw new OperatorError(
    `The database lacks ${pending.length} migration(s), first ${pending[0]?.name}; run: npm run gateway -- migrate up`,
  );
}
