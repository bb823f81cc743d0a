import type { Db } from '../db/client.ts';
import { listMigrations } from '../db/migrations/migrate.ts';
import { OperatorError } from '../errors.ts';

/** Throws OperatorError with the command to run while a migration is pending. */
export async function requireMigrated(db: Db): Promise<void> {
  const pending = (await listMigrations(db)).filter((one) => one.executedAt === null);
  if (pending.length === 0) return;
  throw new OperatorError(
    `The database lacks ${pending.length} migration(s), first ${pending[0]?.name}; run: npm run gateway -- migrate up`,
  );
}
