import type { Config } from '../../config/config.ts';
import { mayLoadLists } from '../../db/row-security/role-rights.ts';
import { OperatorError } from '../../errors.ts';
import type { JobTask } from '../../jobs/task.ts';
import { sweepScreenings } from '../../jobs/tasks/sweep.ts';
import type { ServedDatabase } from '../database/open-database.ts';
import { createListRoutines } from './create-list-routines.ts';

/**
 * Creates the periodic jobs of a worker. Lists are loaded by the owner of the embedded PostgreSQL, or by the role of
 * DATABASE_URL. Throws OperatorError when LISTS_REFRESH_HOURS is set, but that role may not load lists.
 */
export async function createRoutines(
  config: Pick<Config, 'lists' | 'screeningDays'>,
  { db, pool, owner }: Pick<ServedDatabase, 'db' | 'pool' | 'owner'>,
): Promise<JobTask[]> {
  const listLoader = owner ?? { db, pool };
  const routines = createListRoutines(config, listLoader.pool);
  if (routines.length > 0 && !(await mayLoadLists(listLoader.db)))
    throw new OperatorError(
      'LISTS_REFRESH_HOURS is set, but the role of DATABASE_URL may not load lists. Create a role for this worker with migrate row-security on --role NAME --for work.',
    );
  return [sweepScreenings(config.screeningDays), ...routines];
}
