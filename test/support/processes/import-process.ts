import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import type { Db } from '../../../src/db/client.ts';

const GATEWAY = fileURLToPath(new URL('../../../src/cli/gateway.ts', import.meta.url));

/** Starts `gateway import` in a process that reads an open standard input. It ends with the test. */
export function startImport(databaseUrl: string, service: string): ChildProcessWithoutNullStreams {
  const env = { DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, [GATEWAY, 'import', '--service', service, '-'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Waits until an import in this database has copied rows and waits for its next line. */
export async function untilStaged(db: Db): Promise<void> {
  const staging = sql`
    select from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'
      and query like 'copy import_documents%'`;
  const hasStaged = async () => (await staging.execute(db)).rows.length > 0;
  await vi.waitUntil(hasStaged, { timeout: 60_000, interval: 20 });
}
