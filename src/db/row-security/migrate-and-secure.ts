import type { Db } from '../client.ts';
import { isCluster } from '../cluster/distribute.ts';
import { TENANT_TABLES } from '../cluster/spread-tables.ts';
import { listMigrations, migrateUp } from '../migrations/migrate.ts';
import type { Report } from '../migrations/retry-on-lock-conflict.ts';
import { grantLacking } from './serving-role.ts';
import {
  enableRowSecurity,
  listSecured,
  markLeakproof,
  withExclusiveLock,
} from './switch-row-security.ts';

/**
 * Migrates the embedded PostgreSQL as its superuser, and enables row-level security there, whichever version created
 * it.
 */
export async function migrateEmbedded(db: Db): Promise<void> {
  await migrateUp(db);
  const { length } = await listSecured(db);
  if (length < TENANT_TABLES.length) await enableRowSecurity(db, () => undefined);
  await markLeakproof(db);
}

/**
 * Runs pending migrations and returns their names. A database that was empty gets row-level security at once, and one
 * that has it gets it for new tables, as serving roles get their grants; on other databases it is enabled once no older
 * version serves.
 */
export async function migrateAndSecure(
  db: Db,
  report: Report = () => undefined,
): Promise<string[]> {
  const wasEmpty = (await listMigrations(db)).every((migration) => migration.executedAt === null);
  const applied = await migrateUp(db, { report });
  if (await isCluster(db)) return applied;
  await withExclusiveLock(db, report, grantLacking);
  const { length } = await listSecured(db);
  const isWanted = wasEmpty || length > 0;
  if (!isWanted || length === TENANT_TABLES.length) return applied;
  await enableRowSecurity(db, report);
  await markLeakproof(db);
  return applied;
}
