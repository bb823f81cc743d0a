import type { Db } from '../client.ts';
import { isCluster } from '../cluster/spread.ts';
import { TENANT_TABLES } from '../cluster/spread-tables.ts';
import { listMigrations, migrateUp } from '../migrations/migrate.ts';
import type { Report } from '../migrations/patience.ts';
import { grantLacking } from './serving-role.ts';
import { alone, enableRowSecurity, listSecured, markLeakproof } from './switch-row-security.ts';

/** Runs what is pending on the gateway's own PostgreSQL, as its superuser, and has policies hold there whatever it was made by. */
export async function bringUpOwn(db: Db): Promise<void> {
  await migrateUp(db);
  const { length } = await listSecured(db);
  if (length < TENANT_TABLES.length) await enableRowSecurity(db, () => undefined);
  await markLeakproof(db);
}

/**
 * Runs what is pending and answers the names that ran. A database that was empty has row-level security from its first day,
 * and one that has it gets it for tables that are new, as roles that serve get their rights; on another it is switched on when
 * no older version serves any more.
 */
export async function bringUp(db: Db, report: Report = () => undefined): Promise<string[]> {
  const wasEmpty = (await listMigrations(db)).every((one) => one.executedAt === null);
  const applied = await migrateUp(db, { report });
  if (await isCluster(db)) return applied;
  await alone(db, report, grantLacking);
  const { length } = await listSecured(db);
  const isWanted = wasEmpty || length > 0;
  if (!isWanted || length === TENANT_TABLES.length) return applied;
  await enableRowSecurity(db, report);
  await markLeakproof(db);
  return applied;
}
