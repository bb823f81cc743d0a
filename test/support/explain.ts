import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Db } from '../../src/db/client.ts';
import type { DB } from '../../src/db/tables.ts';

export type PlanSummary = {
  /** What is read from the start to the end instead of through an index. */
  scannedTables: string[];
  /** Pages of 8 KiB that were touched, in memory or not. */
  pages: number;
};

type Plan = z.infer<typeof planSchema>;
const planSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans() {
    return z.array(planSchema).optional();
  },
});
const answerSchema = z.array(
  z.object({ 'QUERY PLAN': z.array(z.object({ Plan: planSchema })).length(1) }),
);

/** Does the work, which is one statement, twice: as it is, and to see how PostgreSQL goes about it. */
export async function explain(
  pool: Pool,
  work: (db: Db) => Promise<unknown>,
): Promise<PlanSummary> {
  const sent: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool });
  await work(new Kysely<DB>({ dialect, log: ({ query }) => void sent.push(query) }));
  const [statement, second] = sent;
  if (statement === undefined || second !== undefined) throw new Error('Not one statement.');
  const text = `explain (analyze, buffers, format json) ${statement.sql}`;
  const answer = answerSchema.parse((await pool.query(text, [...statement.parameters])).rows);
  const [top] = answer.flatMap((row) => row['QUERY PLAN'].map((one) => one.Plan));
  if (top === undefined) throw new Error('PostgreSQL shows a plan.');
  return {
    scannedTables: flatten(top)
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name'] ?? ''),
    pages: top['Shared Hit Blocks'] + top['Shared Read Blocks'],
  };
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}
