import type { Pool } from 'pg';
import { inject } from 'vitest';
import type { Db } from '../../src/db/client.ts';
import { explainAs, explainEachAs, keepsPlanAs, type PlanSummary } from './explain-as.ts';

/** How PostgreSQL goes about the work for the role that gateways serve as: one statement, which is done once. */
export async function explain(
  pool: Pool,
  work: (db: Db) => Promise<unknown>,
): Promise<PlanSummary> {
  return await explainAs({ pool, role: inject('servedRole') }, work);
}

/** The same of several works of one service that change nothing. */
export async function explainEach(
  pool: Pool,
  works: readonly ((db: Db) => Promise<unknown>)[],
): Promise<PlanSummary[]> {
  return await explainEachAs({ pool, role: inject('servedRole') }, works);
}

/** Whether PostgreSQL keeps a plan for each statement that the work is, for the same role. */
export async function keepsPlan(pool: Pool, work: (db: Db) => Promise<unknown>): Promise<boolean> {
  return await keepsPlanAs({ pool, role: inject('servedRole') }, work);
}
