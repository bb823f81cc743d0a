import type { Pool } from 'pg';
import { inject } from 'vitest';
import type { Db } from '../../../src/db/client.ts';
import { explainAs, explainEachAs, type PlanSummary, usesGenericPlanAs } from './explain-as.ts';

/** Returns the plan of the only statement of the work for the serving role. */
export async function explain(
  pool: Pool,
  work: (db: Db) => Promise<unknown>,
): Promise<PlanSummary> {
  return await explainAs({ pool, role: inject('servedRole') }, work);
}

/** Returns the plans of several works of one service that change nothing, for the serving role. */
export async function explainEach(
  pool: Pool,
  works: readonly ((db: Db) => Promise<unknown>)[],
): Promise<PlanSummary[]> {
  return await explainEachAs({ pool, role: inject('servedRole') }, works);
}

/** True when PostgreSQL uses a generic plan for each statement of the work, for the serving role. */
export async function usesGenericPlan(
  pool: Pool,
  work: (db: Db) => Promise<unknown>,
): Promise<boolean> {
  return await usesGenericPlanAs({ pool, role: inject('servedRole') }, work);
}
