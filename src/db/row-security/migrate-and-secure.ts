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
 * Migrates the embedded PostgreSQL as its superuser and enables row-level security on tables that lack it, for example
 * because an earlier version created them.
 */
export async function migrateEmbedded(db: Db): Promise<void> {
  await migrateUp(db);
  const securedTables = await listSecured(db);
  if (securedTables.length < TENANT_TABLES.length) await enableRowSecurity(db, () => undefined);
  await markLeakproof(db);
}

/**
 * Runs pending migrations and returns their names. Enables row-level security on all tables of a database that was
 * empty, and on the new tables of a database that has it; on other databases an operator enables it once no older
 * version serves. Also grants serving roles the rights that they lack. A Citus cluster gets only the migrations.
 */
export async function migrateAndSecure(
  db: Db,
  report: Report = () => undefined,
): Promise<string[]> {
  const wasEmpty = (await listMigrations(db)).every((migration) => migration.executedAt === null);
  const applied = await migrateUp(db, { report });
  if (await isCluster(db)) return applied;
  await withExclusiveLock(db, report, grantLacking);
  const securedTables = await listSecured(db);
  const mustSecure = wasEmpty || securedTables.length > 0;
  if (!mustSecure || securedTables.length === TENANT_TABLES.length) return applied;
  await enableRowSecurity(db, report);
  await markLeakproof(db);
  return applied;
}
