import type { Db } from '../../db/client.ts';
import { distributeTables } from '../../db/cluster/spread.ts';
import { listMigrations } from '../../db/migrations/migrate.ts';
import { distributeStaging } from '../../db/queries/import/staging.ts';
import { OperatorError } from '../../errors.ts';

/** Spreads over the servers of a Citus cluster what is not spread yet and answers those tables; none on one server. */
export async function spreadAll(db: Db): Promise<string[]> {
  return [...(await distributeTables(db)), ...(await distributeStaging(db))];
}

/** Throws OperatorError with the command to run while a migration is pending. */
export async function requireMigrated(db: Db): Promise<void> {
  const pending = (await listMigrations(db)).filter((one) => one.executedAt === null);
  if (pending.length === 0) return;
  throw new OperatorError(
    `The database lacks ${pending.length} migration(s), first ${pending[0]?.name}; run: npm run gateway -- migrate up`,
  );
}
