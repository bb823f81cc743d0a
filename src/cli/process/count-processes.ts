import { availableParallelism } from 'node:os';
import type { Config } from '../../config/config.ts';
import { OperatorError } from '../../errors.ts';

/** Minimum number of connections of a process: one for the readiness probe and one for other statements. */
const CONNECTIONS_MIN = 2;
/** Number of connections of a process that its services can share without waiting much. */
const CONNECTIONS_PREFERRED = 5;

type ProcessSettings = {
  processes: Config['processes'];
  databaseUrl: Config['databaseUrl'];
  database: Pick<Config['database'], 'poolSize'>;
};

/**
 * Returns the number of serving processes. `auto` is one per core, but not more than leave five connections to each,
 * and one on the embedded database. Throws OperatorError when a configured number leaves fewer than two connections to
 * a process, or requires DATABASE_URL.
 */
export function countProcesses({ processes, databaseUrl, database }: ProcessSettings): number {
  const { poolSize } = database;
  if (processes === 'auto') {
    if (databaseUrl === undefined) return 1;
    return Math.max(
      1,
      Math.min(availableParallelism(), Math.floor(poolSize / CONNECTIONS_PREFERRED)),
    );
  }
  if (processes > 1 && databaseUrl === undefined)
    throw new OperatorError(
      'WORKERS above 1 requires DATABASE_URL: the embedded PostgreSQL server supports one process only.',
    );
  if (processes > 1 && poolSize < processes * CONNECTIONS_MIN)
    throw new OperatorError(
      `DATABASE_POOL_SIZE is shared by all processes: WORKERS=${processes} requires at least ${processes * CONNECTIONS_MIN} connections, and ${processes * CONNECTIONS_PREFERRED} for good performance.`,
    );
  return processes;
}

/** Returns the pool size of the process with this index, from 0. The pools of all processes add up to `poolSize`. */
export function toProcessPoolSize(poolSize: number, count: number, index: number): number {
  return Math.floor(poolSize / count) + (index < poolSize % count ? 1 : 0);
}
