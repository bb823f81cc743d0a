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
import { findLongList } from '../limits/long-lists.ts';
import type { Admission } from '../limits/operation-cost.ts';
import type { Executions } from './executions.ts';
import type { GraphqlReply } from './graphql-reply.ts';
import type { Operation } from './read-operation.ts';
import { replyRefused, writeReply } from './write-reply.ts';

/** Valid operation that was executed before. */
export type CachedOperation = {
  operation: ValidOperation;
  isChange: boolean;
  uses: number;
  /** Compiled plan; null when the operation cannot be compiled, undefined until it was tried. */
  query: CompiledQuery | null | undefined;
  /** Labels of the operation in the access log, by id and as text. */
  labels: { trusted?: string; free?: string };
};

export type CompiledParts = {
  admission: Admission;
  executions: Pick<Executions, 'openPace' | 'answer'>;
};
type CompiledRequest = Pick<Operation, 'variables'> & {
  ctx: RequestContext;
  headers: Record<string, string>;
};

/**
 * Executes a mutation with the compiled plan. Undefined when Yoga must respond: the mutation is executed once, and Yoga
 * reports a failure of that execution.
 */
export async function executeCompiledMutation(
  { operation }: CachedOperation,
  { variables, ctx, headers }: CompiledRequest,
  { admission, executions }: CompiledParts,
): Promise<GraphqlReply | undefined> {
  const coerced = await admitValues(operation, { variables, ctx }, admission);
  if (coerced === undefined) return undefined;
  const args = { ...operation, variableValues: variables, contextValue: ctx };
  return await executions.answer({ status: 200, headers }, { args, coerced }, ctx);
}

/** Executes a query with the compiled plan. Undefined when Yoga must respond, which executes the query again. */
export async function executeCompiledQuery(
  cached: CachedOperation,
  { variables, ctx, headers }: CompiledRequest,
  { admission, executions }: CompiledParts,
): Promise<GraphqlReply | undefined> {
  const pace = executions.openPace(ctx);
  try {
    const data = await run(cached, { variables, ctx, pace }, admission);
    // A refusal is final: Yoga would only meet the same limit again.
    if (pace.refusal !== undefined) return replyRefused(pace.refusal, headers);
    if (data === undefined) return undefined;
    return await writeReply({ status: 200, headers }, { data }, pace);
  } finally {
    pace.end();
  }
}

/** Returns the data of a query; undefined when Yoga must respond, or the pace has a refusal. */
async function run(
  cached: CachedOperation,
  { variables, ctx, pace }: CompiledRun,
  admission: Admission,
): Promise<unknown> {
  const query = compileWhenReused(cached);
  if (query === undefined) return undefined;
  const values = await admitValues(cached.operation, { variables, ctx }, admission);
  if (values === undefined) return undefined;
  try {
    await pace.begin(admission.pointsOf(ctx));
    return await query(ctx, values, pace);
  } catch (error) {
    // The request has waited for the database already.
    if (error instanceof AppError && error.code === 'service_unavailable') throw error;
    // A query has no side effects, so it can run again; its loaders still cache the reads.
    if (pace.refusal === undefined) cached.uses = 0;
    return undefined;
  }
}

type CompiledRun = Pick<Operation, 'variables'> & { ctx: RequestContext; pace: Pace };

/**
 * Returns the coerced variables of an admitted operation, whose cost is charged; undefined for one that Yoga must
 * reject.
 */
async function admitValues(
  operation: ValidOperation,
  { variables, ctx }: Pick<CompiledRun, 'variables' | 'ctx'>,
  { admit }: Admission,
): Promise<VariableValues | undefined> {
  if (findLongList(operation, variables) !== undefined) return undefined;
  const values = areLarge(variables)
    ? await coerceLargeVariables(operation, variables, ctx.caller)
    : coerceVariables(operation, variables);
  if (values === undefined) return undefined;
  return (await admit({ ...operation, variables }, ctx)) === undefined ? values : undefined;
}

export function isChange({ document, operationName }: ValidOperation): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
}

/**
 * Number of executions by Yoga before a document is compiled: single-use documents are not compiled, and failing ones
 * are not tried each time.
 */
const USES_MIN = 2;

function compileWhenReused(cached: CachedOperation): CompiledQuery | undefined {
  cached.uses += 1;
  if (cached.uses <= USES_MIN) return undefined;
  if (cached.query === undefined) cached.query = compileOperation(cached.operation) ?? null;
  return cached.query ?? undefined;
}
