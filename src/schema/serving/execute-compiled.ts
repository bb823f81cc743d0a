import { getOperationAST, OperationTypeNode } from 'graphql';
import type { RequestContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { type CompiledQuery, compileOperation } from '../execution/compiled-query.ts';
import { areLarge, coerceLargeVariables } from '../execution/large-variables.ts';
import type { Pace } from '../execution/pace.ts';
import {
  coerceVariables,
  type ValidOperation,
  type VariableValues,
} from '../execution/valid-operation.ts';
import type { Admission } from '../limits/admission.ts';
import { findLongList } from '../limits/long-lists.ts';
import type { Executions } from './executions.ts';
import type { GraphqlReply } from './graphql-reply.ts';
import type { Operation } from './read-operation.ts';
import { createRefusalReply, writeReply } from './write-reply.ts';

/** Valid operation that Yoga has executed before, with its compiled plan. */
export type CachedOperation = {
  operation: ValidOperation;
  isMutation: boolean;
  /** Number of requests since the operation was cached, or since its compiled plan last failed. */
  useCount: number;
  /** Compiled plan; null when the operation cannot be compiled, undefined until it was tried. */
  plan: CompiledQuery | null | undefined;
  /** Access-log labels: `trusted` for requests by document id, `untrusted` for requests with the document text. */
  labels: { trusted?: string; untrusted?: string };
};

export type CompiledParts = {
  admission: Admission;
  executions: Pick<Executions, 'openPace' | 'executeWithoutYoga'>;
};
type CompiledRequest = Pick<Operation, 'variables'> & {
  ctx: RequestContext;
  headers: Record<string, string>;
};

/**
 * Executes a mutation without Yoga. Undefined when Yoga must respond. The mutation is never executed twice: Yoga
 * reports the failure of this execution.
 */
export async function executeCompiledMutation(
  { operation }: CachedOperation,
  { variables, ctx, headers }: CompiledRequest,
  { admission, executions }: CompiledParts,
): Promise<GraphqlReply | undefined> {
  const coerced = await admitValues(operation, { variables, ctx }, admission);
  if (coerced === undefined) return undefined;
  const args = { ...operation, variableValues: variables, contextValue: ctx };
  return await executions.executeWithoutYoga({ status: 200, headers }, { args, coerced }, ctx);
}

/** Executes a query with the compiled plan. Undefined when Yoga must respond, which executes the query again. */
export async function executeCompiledQuery(
  cached: CachedOperation,
  { variables, ctx, headers }: CompiledRequest,
  { admission, executions }: CompiledParts,
): Promise<GraphqlReply | undefined> {
  const pace = executions.openPace(ctx);
  try {
    const data = await runPlan(cached, { variables, ctx, pace }, admission);
    // A refusal is final: Yoga would only meet the same limit again.
    if (pace.refusal !== undefined) return createRefusalReply(pace.refusal, headers);
    if (data === undefined) return undefined;
    return await writeReply({ status: 200, headers }, { data }, pace);
  } finally {
    pace.end();
  }
}

/** Returns the data of a query. Undefined when Yoga must respond, or when the pace has a refusal. */
async function runPlan(
  cached: CachedOperation,
  { variables, ctx, pace }: PlanRun,
  admission: Admission,
): Promise<unknown> {
  const query = compileWhenReused(cached);
  if (query === undefined) return undefined;
  const values = await admitValues(cached.operation, { variables, ctx }, admission);
  if (values === undefined) return undefined;
  try {
    await pace.begin(admission.getChargedPoints(ctx));
    return await query(ctx, values, pace);
  } catch (error) {
    // Yoga would wait for the unavailable database again.
    if (error instanceof AppError && error.code === 'service_unavailable') throw error;
    // A query has no side effects, so it can run again; its loaders still cache the reads.
    if (pace.refusal === undefined) cached.useCount = 0;
    return undefined;
  }
}

type PlanRun = Pick<Operation, 'variables'> & { ctx: RequestContext; pace: Pace };

/**
 * Charges the cost of an operation and returns its coerced variables. Undefined when the operation must be rejected,
 * which Yoga reports.
 */
async function admitValues(
  operation: ValidOperation,
  { variables, ctx }: Pick<PlanRun, 'variables' | 'ctx'>,
  { admit }: Admission,
): Promise<VariableValues | undefined> {
  if (findLongList(operation, variables) !== undefined) return undefined;
  const values = areLarge(variables)
    ? await coerceLargeVariables(operation, variables, ctx.caller)
    : coerceVariables(operation, variables);
  if (values === undefined) return undefined;
  return (await admit({ ...operation, variables }, ctx)) === undefined ? values : undefined;
}

export function isMutation({ document, operationName }: ValidOperation): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
}

/**
 * Number of requests that Yoga executes before a query is compiled, so that single-use documents are never compiled
 * and failing plans are not tried each time.
 */
const UNCOMPILED_USES = 2;

function compileWhenReused(cached: CachedOperation): CompiledQuery | undefined {
  cached.useCount += 1;
  if (cached.useCount <= UNCOMPILED_USES) return undefined;
  if (cached.plan === undefined) cached.plan = compileOperation(cached.operation) ?? null;
  return cached.plan ?? undefined;
}
