import { CompiledQuery } from 'kysely';
import type { Db } from '../client.ts';
import type { DB } from '../tables.ts';
import { buildEstimateQueries, hasStatistics } from '../wire/row-estimates.ts';
import { runPipelined } from './run-pipelined.ts';

/**
 * True when PostgreSQL has statistics of the service in each of the tables, or the tables are small. Takes one round
 * trip, also within a transaction.
 */
export async function areCounted(
  db: Db,
  serviceId: number,
  tables: readonly (keyof DB)[],
): Promise<boolean> {
  const counted = await runPipelined(db, async (run) => {
    const ask = async (table: keyof DB): Promise<boolean> => {
      const [estimating, counting] = buildEstimateQueries({ serviceId, table });
      const estimated = run(CompiledQuery.raw(estimating.sql));
      const count = run(CompiledQuery.raw(counting.sql));
      return hasStatistics(await estimated, await count);
    };
    return await Promise.all(tables.map(ask));
  });
  return counted.every((isCounted) => isCounted);
}
