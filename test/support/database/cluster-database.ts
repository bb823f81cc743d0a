import { Client } from 'pg';
import { distributeAll } from '../../../src/cli/database/migrations.ts';
import { createDb } from '../../../src/db/client.ts';
import { migrateUp } from '../../../src/db/migrations/migrate.ts';
import { createTestPool } from './test-pool.ts';

/** Worker server of a cluster. */
export type ClusterNode = { host: string; port: number };

/** Runs one statement on a new connection. */
export async function runOn(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Returns the workers of the cluster; none for a single server. */
export async function listWorkers(url: string): Promise<ClusterNode[]> {
  const extension = await runOn(url, `select 1 from pg_extension where extname = 'citus'`);
  if (extension.length === 0) return [];
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<ClusterNode>(
    `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and noderole = 'primary'`,
  );
  await client.end();
  return rows;
}

/**
 * Creates a migrated database on the coordinator and the workers, which must have the same users. Distributed databases
 * cannot be copied from a template.
 */
export async function createOnCluster(
  serverUrl: string,
  name: string,
  workers: readonly ClusterNode[],
): Promise<void> {
  for (const url of serversOf(serverUrl, workers)) {
    await runOn(withDatabase(url, 'postgres'), `create database ${name}`);
    await runOn(withDatabase(url, name), 'create extension citus');
  }
  const url = withDatabase(serverUrl, name);
  const { hostname, port } = new URL(url);
  await runOn(url, `select citus_set_coordinator_host('${hostname}', ${port || 5432})`);
  for (const { host, port: workerPort } of workers)
    await runOn(url, `select citus_add_node('${host}', ${workerPort})`);
  const db = createDb(createTestPool(url));
  await migrateUp(db);
  await distributeAll(db);
  await db.destroy();
}

export async function dropOnCluster(
  serverUrl: string,
  name: string,
  workers: readonly ClusterNode[],
): Promise<void> {
  for (const url of serversOf(serverUrl, workers))
    await runOn(withDatabase(url, 'postgres'), `drop database if exists ${name} with (force)`);
}

/** Returns the coordinator and its workers. */
export function serversOf(serverUrl: string, workers: readonly ClusterNode[]): string[] {
  return [serverUrl, ...workers.map((worker) => urlOf(serverUrl, worker))];
}

function urlOf(serverUrl: string, { host, port }: ClusterNode): string {
  const url = new URL(serverUrl);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}
