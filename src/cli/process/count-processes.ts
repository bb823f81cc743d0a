import { availableParallelism } from 'node:os';
import type { Config } from '../../config/config.ts';
import { OperatorError } from '../../errors.ts';

/** Minimum number of connections: one for the readiness probe and one for other statements. */
const POOL_MIN = 2;
/** Number of connections below which the services of a process have little to share. */
const POOL_GOOD = 5;

type ProcessSettings = {
  processes: Config['processes'];
  databaseUrl: Config['databaseUrl'];
  database: Pick<Config['database'], 'poolSize'>;
};

/**
 * Returns the number of serving processes. `auto` is one for each core, while each gets five connections of the pool.
 * Throws OperatorError when there are too few connections, or no database that several processes can share.
 */
export function countProcesses({ processes, databaseUrl, database }: ProcessSettings): number {
  const { poolSize } = database;
  if (processes === 'auto') {
    if (databaseUrl === undefined) return 1;
    return Math.max(1, Math.min(availableParallelism(), Math.floor(poolSize / POOL_GOOD)));
  }
  if (processes > 1 && databaseUrl === undefined)
    throw new OperatorError(
      'WORKERS above 1 requires DATABASE_URL: the embedded PostgreSQL server supports one process only.',
    );
  if (processes > 1 && poolSize < processes * POOL_MIN)
    throw new OperatorError(
      `DATABASE_POOL_SIZE is shared by all processes: WORKERS=${processes} requires at least ${processes * POOL_MIN} connections, and ${processes * POOL_GOOD} for good performance.`,
    );
  return processes;
}

/** Number of connections of one process, by its index from 0; together they have `poolSize`. */
export function divideConnections(poolSize: number, count: number, index: number): number {
  return Math.floor(poolSize / count) + (index < poolSize % count ? 1 : 0);
}
