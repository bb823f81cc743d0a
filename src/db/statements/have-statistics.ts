import { CompiledQuery } from 'kysely';
import type { Db } from '../client.ts';
import type { DB } from '../tables.ts';
import { buildEstimateQueries, hasStatistics } from '../wire/row-estimates.ts';
import { runPipelined } from './run-pipelined.ts';

/**
 * Returns true when PostgreSQL has statistics of the service's rows in each of the tables, or needs none because the
 * rows are few. Takes one round trip and can run within a transaction.
 */
export async function haveStatistics(
  db: Db,
  serviceId: number,
  tables: readonly (keyof DB)[],
): Promise<boolean> {
  const results = await runPipelined(db, async (run) => {
    const check = async (table: keyof DB): Promise<boolean> => {
      const [estimateQuery, countQuery] = buildEstimateQueries({ serviceId, table });
      const estimated = run(CompiledQuery.raw(estimateQuery.sql));
      const counted = run(CompiledQuery.raw(countQuery.sql));
      return hasStatistics(await estimated, await counted);
    };
    return await Promise.all(tables.map(check));
  });
  return results.every((hasTableStatistics) => hasTableStatistics);
}
