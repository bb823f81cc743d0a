import type { Config } from '../../config/config.ts';
import { mayLoadLists } from '../../db/row-security/role-rights.ts';
import { OperatorError } from '../../errors.ts';
import type { JobTask } from '../../jobs/task.ts';
import { sweepScreenings } from '../../jobs/tasks/sweep.ts';
import type { ServedDatabase } from '../database/open-database.ts';
import { listRoutines } from './list-routines.ts';

/**
 * Returns the periodic tasks of a worker. Lists are loaded as the owner of the gateway's own PostgreSQL, on
 * another as the role that works. Throws OperatorError, also where that role may not load lists and is to.
 */
export async function makeRoutines(
  config: Pick<Config, 'lists' | 'screeningDays'>,
  { db, pool, owner }: Pick<ServedDatabase, 'db' | 'pool' | 'owner'>,
): Promise<JobTask[]> {
  const loading = owner ?? { db, pool };
  const routines = listRoutines(config, loading.pool);
  if (routines.length > 0 && !(await mayLoadLists(loading.db)))
    throw new OperatorError(
      'LISTS_REFRESH_HOURS is set, but the role of DATABASE_URL may not load lists. Create a role for this worker with migrate row-security on --role NAME --for work.',
    );
  return [sweepScreenings(config.screeningDays), ...routines];
}
