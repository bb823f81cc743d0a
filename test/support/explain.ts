import type { Pool } from 'pg';
import { z } from 'zod';

/** A node of a plan: what it does, to which table if any, and how many pages it has touched with those below. */
export type PlanNode = { type: string; table: string | undefined; pages: number; rows: number };

type Plan = z.infer<typeof planSchema>;
const planSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  'Actual Rows': z.number(),
  get Plans() {
    return z.array(planSchema).optional();
  },
});
const answerSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) }),
]);

/** Runs a statement and tells how it was done, from the top of the plan downwards. */
export async function explain(
  pool: Pool,
  statement: { sql: string; parameters: readonly unknown[] },
): Promise<PlanNode[]> {
  const text = `explain (analyze, buffers, format json) ${statement.sql}`;
  const { rows } = await pool.query(text, [...statement.parameters]);
  const [
    {
      'QUERY PLAN': [{ Plan }],
    },
  ] = answerSchema.parse(rows);
  return flatten(Plan);
}

function flatten(plan: Plan): PlanNode[] {
  const node = {
    type: plan['Node Type'],
    table: plan['Relation Name'],
    pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    rows: plan['Actual Rows'],
  };
  return [node, ...(plan.Plans ?? []).flatMap(flatten)];
}
