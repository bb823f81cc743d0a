import { randomUUID } from 'node:crypto';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import utils from 'pg/lib/utils.js';
import { z } from 'zod';
import type { Db } from '../../../src/db/client.ts';
import type { DB } from '../../../src/db/tables.ts';
import { readPlanHint } from '../../../src/db/wire/plan-hint.ts';
import { choosePlanMode, toPlanModeSetting } from '../../../src/db/wire/plan-mode.ts';
import { buildEstimateQueries, hasStatistics } from '../../../src/db/wire/row-estimates.ts';

export type PlanSummary = {
  /** Tables that are scanned sequentially, without parts of the plan that never run. */
  scannedTables: string[];
  /** Number of 8 KiB pages that were read, from memory or disk. */
  pages: number;
};

type Plan = z.infer<typeof planSchema>;
const planSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Loops': z.number(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans() {
    return z.array(planSchema).optional();
  },
});
const answerSchema = z.array(
  z.object({ 'QUERY PLAN': z.array(z.object({ Plan: planSchema })).length(1) }),
);

/** Role that runs the work; by default that of the pool. */
export type RunningRole = { pool: Pool; role?: string | undefined };

/** Returns the plan of the only statement of the work, which runs once. */
export async function explainAs(
  asking: RunningRole,
  work: (db: Db) => Promise<unknown>,
): Promise<PlanSummary> {
  const statement = await statementOf(work);
  return await asServed(
    asking,
    statement,
    async (client, serviceId) => await explainStatement({ client, serviceId }, statement),
  );
}

/**
 * Returns the plan of each work in one transaction, for works of one service that change nothing. A statement that
 * several works share is explained once.
 */
export async function explainEachAs(
  asking: RunningRole,
  works: readonly ((db: Db) => Promise<unknown>)[],
): Promise<PlanSummary[]> {
  const statements = await Promise.all(works.map(async (work) => await statementOf(work)));
  const [first] = statements;
  if (first === undefined) return [];
  return await asServed(asking, first, async (client, serviceId) => {
    const place = { client, serviceId, counted: new Map<string, boolean>() };
    const plans = new Map<string, PlanSummary>();
    const inOrder: PlanSummary[] = [];
    for (const statement of statements) {
      const key = JSON.stringify([statement.sql, statement.parameters]);
      const plan = plans.get(key) ?? (await explainStatement(place, statement));
      plans.set(key, plan);
      inOrder.push(plan);
    }
    return inOrder;
  });
}

/** A connection that is set to a service, and whether PostgreSQL knows the rows of the tables looked at before. */
type ServedPlace = { client: PoolClient; serviceId: number; counted?: Map<string, boolean> };

async function explainStatement(
  { client, serviceId, counted }: ServedPlace,
  statement: CompiledQuery,
): Promise<PlanSummary> {
  const tables = readPlanHint(statement.sql)?.tables ?? [];
  const isCounted = counted?.get(tables.join()) ?? (await areCounted(client, serviceId, tables));
  counted?.set(tables.join(), isCounted);
  const { sql: setPlanMode, parameters } = toPlanModeSetting(
    choosePlanMode(readPlanHint(statement.sql), () => isCounted),
  );
  await client.query(setPlanMode, [...parameters]);
  const values = statement.parameters.map((value) => literalOf(value)).join(', ');
  const given = values === '' ? '' : `(${values})`;
  await client.query(`prepare explained as ${statement.sql}`);
  try {
    const text = `explain (analyze, buffers, format json) execute explained ${given}`;
    return toSummary((await client.query(text)).rows);
  } finally {
    await client.query('deallocate explained').catch(() => undefined);
  }
}

function toSummary(rows: unknown): PlanSummary {
  const answer = answerSchema.parse(rows);
  const [top] = answer.flatMap((row) => row['QUERY PLAN'].map((one) => one.Plan));
  if (top === undefined) throw new Error('PostgreSQL shows a plan.');
  return {
    scannedTables: flatten(top)
      .filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0)
      .map((node) => node['Relation Name'] ?? ''),
    pages: top['Shared Hit Blocks'] + top['Shared Read Blocks'],
  };
}

/** As a gateway asks beside its requests. */
async function areCounted(
  client: PoolClient,
  serviceId: number,
  tables: readonly string[],
): Promise<boolean> {
  for (const table of tables) {
    const [estimating, counting] = buildEstimateQueries({ serviceId, table });
    const estimated = await client.query(estimating.sql);
    const counted = await client.query(counting.sql);
    if (!hasStatistics(estimated.rows, counted.rows)) return false;
  }
  return true;
}

function literalOf(value: unknown): string {
  const prepared = utils.prepareValue(value);
  if (prepared === null) return 'null';
  const isText = typeof prepared === 'string';
  return escapeLiteral(isText ? prepared : `\\x${prepared.toString('hex')}`);
}

/** True when PostgreSQL uses a generic plan for each statement of the work after five executions. */
export async function usesGenericPlanAs(
  asking: RunningRole,
  work: (db: Db) => Promise<unknown>,
): Promise<boolean> {
  const kept: boolean[] = [];
  for (const one of await statementsOf(work)) kept.push(await keepsPlanOf(asking, one));
  return kept.length > 0 && kept.every((is) => is);
}

async function keepsPlanOf(asking: RunningRole, statement: CompiledQuery): Promise<boolean> {
  const { sql: text, parameters } = statement;
  return await asServed(asking, statement, async (client) => {
    await client.query('set local plan_cache_mode = auto');
    const name = `tried_${randomUUID()}`;
    for (let run = 0; run < 7; run += 1)
      await client.query({ name, text, values: [...parameters] });
    const counted = await client.query<{ kept: boolean }>(
      'select generic_plans > 0 as kept from pg_prepared_statements where name = $1',
      [name],
    );
    return counted.rows[0]?.kept === true;
  });
}

/** Runs work as the gateway does for a service, so that the plan includes the conditions of row-level security. */
async function asServed<T>(
  { pool, role }: RunningRole,
  { sql: asked, parameters }: CompiledQuery,
  work: (client: PoolClient, serviceId: number) => Promise<T>,
): Promise<T> {
  const [, place] = /"?service_id"? = \$(\d+)/.exec(asked) ?? [];
  const client = await pool.connect();
  try {
    await client.query('begin');
    if (role !== undefined) await client.query(`set local role ${role}`);
    if (place === undefined && !asked.includes('list_')) throw new Error('It names no service.');
    const serviceId = place === undefined ? '' : String(parameters[Number(place) - 1]);
    await client.query("select set_config('gateway.service_id', $1, true)", [serviceId]);
    return await work(client, Number(serviceId));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function statementOf(work: (db: Db) => Promise<unknown>): Promise<CompiledQuery> {
  const [statement, second] = await statementsOf(work);
  if (statement === undefined || second !== undefined) throw new Error('Not one statement.');
  return statement;
}

/** Returns the statements of the work without running them: they return no rows, which may make the work fail. */
async function statementsOf(work: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (asked) => new PostgresIntrospector(asked),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push(query),
  });
  await work(db).catch(() => undefined);
  return sent;
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}
