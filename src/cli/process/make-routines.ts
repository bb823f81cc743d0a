import type { Config } from '../../config/config.ts';
import { mayLoadLists } from '../../db/row-security/role-rights.ts';
import { OperatorError } from '../../errors.ts';
import type { JobTask } from '../../jobs/task.ts';
import { sweepScreenings } from '../../jobs/tasks/sweep.ts';
import type { ServedDatabase } from '../database/open-database.ts';
import { listRoutines } from './list-routines.ts';

/**
 * Creates the periodic tasks of a worker. Lists are loaded by the owner of the embedded PostgreSQL, or by the role of
 * DATABASE_URL. Throws OperatorError, also when that role may not load lists although it should.
 */
export async function makeRoutines(
  config: Pick<Config, 'lists' | 'screeningDays'>,
  { db, pool, owner }: Pick<ServedDatabase, 'db' | 'pool' | 'owner'>,
): Promise<JobTask[]> {
  const loader = owner ?? { db, pool };
  const routines = listRoutines(config, loader.pool);
  if (routines.length > 0 && !(await mayLoadLists(loader.db)))
    throw new OperatorError(
      'LISTS_REFRESH_HOURS is set, but the role of DATABASE_URL may not load lists. Create a role for this worker with migrate row-security on --role NAME --for work.',
    );
  return [sweepScreenings(config.screeningDays), ...routines];
}
