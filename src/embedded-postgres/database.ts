import { realpath } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { OperatorError } from '../errors.ts';
import { DATABASE_USER, ensurePassword, toClusterPath } from './folder.ts';
import { readPostmasterFile } from './postmaster.ts';

const DATABASE = 'gateway';

/** Time to wait until a server of another process responds, and the interval of the checks. */
const JOIN_TIMEOUT_MS = 30_000;
const POLL_MS = 100;

export function buildDatabaseUrl(password: string, port: number): string {
  return `postgres://${DATABASE_USER}:${password}@127.0.0.1:${port}/${DATABASE}`;
}

/** Creates the database of the URL unless it exists. Returns true when it was created. */
export async function ensureDatabase(url: string): Promise<boolean> {
  const maintenanceUrl = url.replace(new RegExp(`/${DATABASE}$`), '/postgres');
  return await withClient(maintenanceUrl, async (client) => {
    const existing = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (existing.rowCount !== 0) return false;
    await client.query(`create database ${DATABASE}`);
    return true;
  });
}

/**
 * Returns the URL of the database that process `pid` runs on the data folder, once it responds. Throws OperatorError
 * when it does not respond within 30 seconds.
 */
export async function joinRunning(folder: string, pid: number): Promise<string> {
  const deadline = Date.now() + JOIN_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const url = await findRunningUrl(folder);
    if (url !== undefined && (await isResponding(url))) return url;
    await wait(POLL_MS);
  }
  throw new OperatorError(
    `The data folder ${folder} is in use by process ${pid}, whose database does not answer.`,
  );
}

async function findRunningUrl(folder: string): Promise<string | undefined> {
  const cluster = await realpath(toClusterPath(folder)).catch(() => undefined);
  const file = cluster === undefined ? undefined : await readPostmasterFile(cluster);
  return file?.isReady ? buildDatabaseUrl(await ensurePassword(folder), file.port) : undefined;
}

async function isResponding(url: string): Promise<boolean> {
  try {
    return await withClient(url, async (client) => (await client.query('select')).rowCount === 1);
  } catch {
    return false;
  }
}

/** Resolves when no other process of the gateway is connected to the database. */
export async function waitUntilUnused(url: string): Promise<void> {
  await withClient(url, async (client) => {
    while (await isUsed(client)) await wait(POLL_MS);
  });
}

async function isUsed(client: Client): Promise<boolean> {
  const connections = await client.query(`
    select from pg_stat_activity
    where application_name = 'participant-gateway' and datname = current_database()
    limit 1`);
  return connections.rowCount !== 0;
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
