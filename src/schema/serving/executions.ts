import type { ExecutionArgs, ExecutionResult } from 'graphql';
import type { DocumentLimits } from '../../config/document-limits.ts';
import type { RequestContext } from '../../context.ts';
import type { FairSemaphore } from '../../scheduling/fair-semaphore.ts';
import { Pace } from '../execution/pace.ts';
import { executePaced } from '../execution/paced-executor.ts';
import type { VariableValues } from '../execution/valid-operation.ts';
import type { GraphqlReply } from './graphql-reply.ts';
import { writeReply } from './write-reply.ts';

/** Context as extended by Yoga. */
type YogaContext = RequestContext & { request: Request };

type Head = Pick<GraphqlReply, 'status' | 'headers'>;

/** Executions of requests, each with its own pace. */
export type Executions = {
  /** Creates the pace of one execution. */
  openPace: (ctx: RequestContext) => Pace;
  /**
   * Executes without Yoga and writes a successful result. Undefined when Yoga must report the failure, for which it
   * calls `execute` and receives the same result.
   */
  executeWithoutYoga: (
    head: Head,
    coercedOperation: CoercedOperation,
    ctx: RequestContext,
  ) => Promise<GraphqlReply | undefined>;
  /** Executes for Yoga, which determines headers and status but does not write the body. */
  execute: (args: ExecutionArgs, ctx: YogaContext) => Promise<ExecutionResult>;
  /** Writes the result that Yoga received from `execute`. Undefined when nothing was executed. */
  write: (head: Head, ctx: RequestContext) => Promise<GraphqlReply | undefined>;
  /** Releases the resources of the request's execution. */
  end: (ctx: RequestContext) => void;
};

/** Execution arguments with the coerced variables. */
type CoercedOperation = { args: ExecutionArgs; coerced: VariableValues };

export type ExecutionsParts = {
  limits: Pick<DocumentLimits, 'answerBytes'>;
  permits: FairSemaphore;
};

/** Creates the executors. `getPoints` returns the cost that was charged for the operation of a request. */
export function createExecutions(
  { limits, permits }: ExecutionsParts,
  getPoints: (ctx: RequestContext) => number,
): Executions {
  const rules = { bytesMax: limits.answerBytes, permits };
  const openPace = (ctx: RequestContext): Pace => new Pace(rules, ctx);
  // Keyed by the rate limit account, which all contexts derived for a request share.
  const executions = new WeakMap<RequestContext['rateLimitAccount'], Execution>();
  const start = (
    { args, coerced }: Partial<CoercedOperation> & { args: ExecutionArgs },
    ctx: RequestContext,
  ): Execution => {
    const pace = openPace(ctx);
    const outcome = executePaced(args, { pace, points: getPoints(ctx), coerced });
    const execution = { pace, outcome, cleanedResult: undefined };
    executions.set(ctx.rateLimitAccount, execution);
    return execution;
  };
  return {
    openPace,
    executeWithoutYoga: async (head, coerced, ctx) => {
      const { outcome, pace } = start(coerced, ctx);
      const { data, errors } = await outcome.catch(() => FAILED);
      if (errors !== undefined) return undefined;
      return await writeReply(head, { data }, pace).finally(() => pace.end());
    },
    execute: async (args, ctx) => {
      const execution = executions.get(ctx.rateLimitAccount) ?? start({ args }, ctx);
      const result = await execution.outcome;
      // Yoga writes event streams after it has responded.
      return acceptsEvents(ctx.request) ? result : captureResult(result, execution);
    },
    write: async (head, ctx) => {
      const { cleanedResult, pace } = executions.get(ctx.rateLimitAccount) ?? {};
      return cleanedResult && pace && (await writeReply(head, cleanedResult, pace));
    },
    end: (ctx) => executions.get(ctx.rateLimitAccount)?.pace.end(),
  };
}

function acceptsEvents({ headers }: Request): boolean {
  return headers.get('accept')?.includes('text/event-stream') === true;
}

/** Execution of a request. `cleanedResult` is the value that Yoga would write, once Yoga has processed the outcome. */
type Execution = {
  pace: Pace;
  outcome: Promise<ExecutionResult>;
  cleanedResult: object | undefined;
};

/** Placeholder of a failure, which Yoga reports. */
const FAILED: ExecutionResult = { errors: [] };

/** Makes Yoga call `stringify` of the result instead of writing it, and captures the value it would have written. */
function captureResult(result: ExecutionResult, execution: Execution): ExecutionResult {
  const stringify = (cleaned: object): string => {
    execution.cleanedResult = cleaned;
    return '';
  };
  return Object.assign(result, { stringify });
}
