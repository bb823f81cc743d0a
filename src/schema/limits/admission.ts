import { type ExecutionArgs, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { areLarge, coerceLargeVariables } from '../execution/large-variables.ts';
import { NO_RESULT_STATUS, toNotRun } from '../execution/refusals.ts';
import { coerceVariables, type ValidOperation } from '../execution/valid-operation.ts';
import { LIMIT_EXCEEDED } from './limits.ts';
import { getOperationCost, type OperationWithVariables } from './operation-cost.ts';

/** Admission of operations by their cost. */
export type Admission = {
  /**
   * Charges the cost of an operation with valid variables to the rate limit, once per request. Returns the error when
   * the operation is rejected, otherwise undefined.
   */
  admit: (
    operation: OperationWithVariables,
    ctx: RequestContext,
  ) => Promise<GraphQLError | undefined>;
  /** Returns the cost that was charged for the operation of a request. 0 when none was admitted. */
  getChargedPoints: (ctx: RequestContext) => number;
};

/** Creates the admission of operations. An operation that costs more than `costMax` points is rejected. */
export function createAdmission(costMax: number): Admission {
  const admit: Admission['admit'] = async (operation, ctx) => {
    // Already charged: Yoga executes an operation whose compiled plan failed.
    if (ctx.rateLimitAccount.admittedCost !== undefined) return undefined;
    const cost = computeCost(operation, ctx);
    if (cost instanceof GraphQLError) return cost;
    if (cost > costMax) {
      const message = `The operation costs ${cost} points: at most ${costMax}.`;
      return new GraphQLError(message, {
        extensions: { ...LIMIT_EXCEEDED, http: NO_RESULT_STATUS },
      });
    }
    const refusal = await charge(ctx, cost);
    if (refusal === undefined) ctx.rateLimitAccount.admittedCost = cost;
    return refusal;
  };
  return { admit, getChargedPoints: ({ rateLimitAccount }) => rateLimitAccount.admittedCost ?? 0 };
}

/**
 * Creates the plugin that admits operations before they run. This is not part of validation, which is cached by
 * document, because the cost depends on the variables. Operations with invalid variables pass: their execution fails.
 */
export function createCostPlugin({ admit }: Admission): Plugin<RequestContext, RequestContext> {
  const admitExecution = async (args: ExecutionArgs, ctx: RequestContext) => {
    const { schema, document, operationName, variableValues: variables = {} } = args;
    const operation = { schema, document, operationName };
    const values = variables ?? {};
    if (!(await areValid(operation, values, ctx))) return undefined;
    return await admit({ ...operation, variables: values }, ctx);
  };
  return {
    onExecute: async ({ args, setResultAndStopExecution }) => {
      const refusal = await admitExecution(args, args.contextValue);
      if (refusal !== undefined) setResultAndStopExecution({ errors: [refusal] });
    },
    onSubscribe: async ({ args, setResultAndStopExecution }) => {
      const refusal = await admitExecution(args, args.contextValue);
      if (refusal !== undefined) setResultAndStopExecution({ errors: [refusal] });
    },
  };
}

async function areValid(
  operation: ValidOperation,
  variables: Readonly<Record<string, unknown>>,
  { caller }: RequestContext,
): Promise<boolean> {
  const values = areLarge(variables)
    ? await coerceLargeVariables(operation, variables, caller)
    : coerceVariables(operation, variables);
  return values !== undefined;
}

/** Returns the cost. Valid variables may still be invalid arguments, for example null: then the error is returned. */
function computeCost(
  operation: OperationWithVariables,
  ctx: RequestContext,
): number | GraphQLError {
  try {
    return getOperationCost(operation, ctx);
  } catch (error) {
    if (error instanceof GraphQLError) return toNotRun(error);
    throw error;
  }
}

async function charge(ctx: RequestContext, cost: number): Promise<GraphQLError | undefined> {
  try {
    await ctx.rateLimitAccount.consume(cost);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // maskError treats any error other than a GraphQLError as internal, and reads the code of the original error.
    return new GraphQLError(error.message, { originalError: error });
  }
}
