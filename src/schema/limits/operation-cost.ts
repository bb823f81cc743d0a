import { type ExecutionArgs, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { RequestContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { areLarge, coerceLargeVariables } from '../execution/large-variables.ts';
import { NOT_RUN, toNotRun } from '../execution/refusals.ts';
import { coerceVariables, type ValidOperation } from '../execution/valid-operation.ts';
import { LIMIT_EXCEEDED } from './limits.ts';
import { type PricedOperation, priceOf } from './operation-price.ts';

/**
 * Admission of operations. `admit` returns the error that rejects an operation with valid variables; undefined when it
 * may run, in which case its cost is charged to the rate limit once.
 */
export type Admission = {
  admit: (operation: PricedOperation, ctx: RequestContext) => Promise<GraphQLError | undefined>;
  /** Cost that was charged for the operation of a request. 0 when none was admitted. */
  pointsOf: (ctx: RequestContext) => number;
};

/**
 * Creates the admission of operations: once the variables are known and before anything runs, an operation that costs
 * more than `costMax` is rejected, and any other is charged to the rate limit of the service.
 */
export function createAdmission(costMax: number): Admission {
  const admit: Admission['admit'] = async (operation, ctx) => {
    // An operation that the compiled plan charged and could not execute arrives here again.
    if (ctx.rateLimitAccount.admittedCost !== undefined) return undefined;
    const cost = computePrice(operation, ctx);
    if (cost instanceof GraphQLError) return cost;
    if (cost > costMax) {
      const message = `The operation costs ${cost} points: at most ${costMax}.`;
      return new GraphQLError(message, { extensions: { ...LIMIT_EXCEEDED, http: NOT_RUN } });
    }
    const refusal = await charge(ctx, cost);
    if (refusal === undefined) ctx.rateLimitAccount.admittedCost = cost;
    return refusal;
  };
  return { admit, pointsOf: ({ rateLimitAccount }) => rateLimitAccount.admittedCost ?? 0 };
}

/**
 * Creates the plugin that checks the cost. Validation is cached by document, and the cost depends on variables, so this
 * is a separate last step.
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

/**
 * Returns the cost, or the error: arguments may be invalid with valid variables, for example null instead of a default.
 */
function computePrice(operation: PricedOperation, ctx: RequestContext): number | GraphQLError {
  try {
    return priceOf(operation, ctx);
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
    return new GraphQLError(error.message, { originalError: error });
  }
}
