import type { Config } from '../../config/config.ts';
import { createConnectionSemaphore, createDb, createPool, type Db } from '../../db/client.ts';
import { createReplica, type Replica, type ReplicaTrouble } from '../../db/replica.ts';
import type { Logger } from '../../log.ts';
import { listUnencryptedHosts } from './database-hosts.ts';

export type OpenReplica = { replica: Replica | undefined; close: () => Promise<void> };

/**
 * Opens the replica of DATABASE_READ_URL with its own connection pool. Does not connect yet: a replica that is
 * unavailable at start is used once it responds.
 */
export function openReplica(config: Config, primary: Db, log: Logger): OpenReplica {
  const { databaseReadUrl: url, database } = config;
  if (url === undefined) return { replica: undefined, close: async () => await Promise.resolve() };
  for (const host of listUnencryptedHosts(url))
    log.warn(`The replica at ${host} is reached without TLS.`);
  const pool = createPool({
    ...database,
    connectionString: url,
    // The next read detects and reports an unavailable replica.
    onIdleError: () => undefined,
  });
  const db = createDb(pool, createConnectionSemaphore(database));
  const onChange = (trouble: ReplicaTrouble | undefined): void => {
    if (trouble === undefined) log.info('the replica is used again');
    else log.warn({ reason: trouble }, 'lists are read on the primary');
  };
  return {
    replica: createReplica({ primary, replica: db, onChange }),
    close: async () => await db.destroy(),
  };
}
