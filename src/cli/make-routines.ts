import type { Pool } from 'pg';
import type { Config } from '../config/config.ts';
import type { JobTask } from '../jobs/task.ts';
import { sweepScreenings } from '../jobs/tasks/sweep.ts';
import { listRoutines } from './list-routines.ts';

/** What comes round in a worker as the operator wants it. Throws OperatorError. */
export function makeRoutines(
  config: Pick<Config, 'lists' | 'screeningDays'>,
  pool: Pool,
): JobTask[] {
  return [sweepScreenings(config.screeningDays), ...listRoutines(config, pool)];
}
