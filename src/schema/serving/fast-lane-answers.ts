import { getOperationAST, OperationTypeNode } from 'graphql';
import type { RequestContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { type CompiledQuery, compileOperation } from '../execution/compiled-query.ts';
import {
  coerceVariables,
  type KnownOperation,
  type VariableValues,
} from '../execution/known-operation.ts';
import { areLarge, coerceLargeVariables } from '../execution/large-variables.ts';
import type { Pace } from '../execution/pace.ts';
import { findLongList } from '../limits/long-lists.ts';
import type { Admission } from '../limits/operation-cost.ts';
import type { Executions } from './executions.ts';
import type { GraphqlReply } from './graphql-reply.ts';
import type { Operation } from './read-operation.ts';
import { replyRefused, writeReply } from './write-reply.ts';

/** A valid operation that came before. */
export type Lane = {
  operation: KnownOperation;
  isChange: boolean;
  uses: number;
  /** Null where none can be made. */
  query: CompiledQuery | null | undefined;
  /** Labels of the operation in the access log, by id and as text. */
  labels: { trusted?: string; free?: string };
};

export type LaneParts = {
  admission: Admission;
  executions: Pick<Executions, 'openPace' | 'answer'>;
};
type Asked = Pick<Operation, 'variables'> & {
  ctx: RequestContext;
  headers: Record<string, string>;
};

/**
 * Executes a mutation with the compiled plan. Undefined when Yoga must respond: the mutation is executed once, and Yoga
 * reports a failure of that execution.
 */
export async function answerChange(
  { operation }: Lane,
  { variables, ctx, headers }: Asked,
  { admission, executions }: LaneParts,
): Promise<GraphqlReply | undefined> {
  const coerced = await admitValues(operation, { variables, ctx }, admission);
  if (coerced === undefined) return undefined;
  const args = { ...operation, variableValues: variables, contextValue: ctx };
  return await executions.answer({ status: 200, headers }, { args, coerced }, ctx);
}

/** Executes a query with the compiled plan. Undefined when Yoga must respond, which executes the query again. */
export async function answerQuery(
  lane: Lane,
  { variables, ctx, headers }: Asked,
  { admission, executions }: LaneParts,
): Promise<GraphqlReply | undefined> {
  const pace = executions.openPace(ctx);
  try {
    const data = await run(lane, { variables, ctx, pace }, admission);
    // A limit is final: by the other way it would only be met again.
    if (pace.refusal !== undefined) return replyRefused(pace.refusal, headers);
    if (data === undefined) return undefined;
    return await writeReply({ status: 200, headers }, { data }, pace);
  } finally {
    pace.end();
  }
}

/** The data of a query; undefined where it is to be left to yoga, or its pace has a refusal. */
async function run(
  lane: Lane,
  { variables, ctx, pace }: LaneRun,
  admission: Admission,
): Promise<unknown> {
  const query = compileLate(lane);
  if (query === undefined) return undefined;
  const values = await admitValues(lane.operation, { variables, ctx }, admission);
  if (values === undefined) return undefined;
  try {
    await pace.begin(admission.pointsOf(ctx));
    return await query(ctx, values, pace);
  } catch (error) {
    // It has waited for the database already.
    if (error instanceof AppError && error.code === 'service_unavailable') throw error;
    // A query reads only, so that it may run again; what it has read, its loaders still hold.
    if (pace.refusal === undefined) lane.uses = 0;
    return undefined;
  }
}

type LaneRun = Pick<Operation, 'variables'> & { ctx: RequestContext; pace: Pace };

/** The variables of an operation that may run, which is paid then; undefined for one that yoga is to refuse. */
async function admitValues(
  operation: KnownOperation,
  { variables, ctx }: Pick<LaneRun, 'variables' | 'ctx'>,
  { admit }: Admission,
): Promise<VariableValues | undefined> {
  if (findLongList(operation, variables) !== undefined) return undefined;
  const values = areLarge(variables)
    ? await coerceLargeVariables(operation, variables, ctx.caller)
    : coerceVariables(operation, variables);
  if (values === undefined) return undefined;
  return (await admit({ ...operation, variables }, ctx)) === undefined ? values : undefined;
}

export function isChange({ document, operationName }: KnownOperation): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
}

/**
 * Number of executions by Yoga before a document is compiled: a document that comes once is not compiled, and one that
 * only fails is not tried each time.
 */
const USES_MIN = 2;

function compileLate(lane: Lane): CompiledQuery | undefined {
  lane.uses += 1;
  if (lane.uses <= USES_MIN) return undefined;
  if (lane.query === undefined) lane.query = compileOperation(lane.operation) ?? null;
  return lane.query ?? undefined;
}
