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
  openPace: (ctx: RequestContext) => Pace;
  /**
   * Executes without Yoga and writes a successful result. Returns undefined when Yoga must report a failure; nothing is
   * executed again for it.
   */
  answer: (
    head: Head,
    coercedOperation: Coerced,
    ctx: RequestContext,
  ) => Promise<GraphqlReply | undefined>;
  /** Executes for Yoga, which determines headers and status only. */
  execute: (args: ExecutionArgs, ctx: YogaContext) => Promise<ExecutionResult>;
  /** Writes the result of the request's execution; undefined when there was none. */
  write: (head: Head, ctx: RequestContext) => Promise<GraphqlReply | undefined>;
  /** Releases the resources of the request's execution. */
  end: (ctx: RequestContext) => void;
};

/** Execution arguments with the coerced variables. */
type Coerced = { args: ExecutionArgs; coerced: VariableValues };

export type ExecutionsParts = {
  limits: Pick<DocumentLimits, 'answerBytes'>;
  permits: FairSemaphore;
};

/** Creates the executors. `pointsOf` returns the cost of the operation of a request. */
export function createExecutions(
  { limits, permits }: ExecutionsParts,
  pointsOf: (ctx: RequestContext) => number,
): Executions {
  const rules = { bytesMax: limits.answerBytes, permits };
  const openPace = (ctx: RequestContext): Pace => new Pace(rules, ctx);
  // Keyed by the rate limit account, which all contexts derived for a request share.
  const running = new WeakMap<RequestContext['rateLimitAccount'], Execution>();
  const begin = (
    { args, coerced }: Partial<Coerced> & { args: ExecutionArgs },
    ctx: RequestContext,
  ): Execution => {
    const pace = openPace(ctx);
    const answer = executePaced(args, { pace, points: pointsOf(ctx), coerced });
    const execution = { pace, answer, result: undefined };
    running.set(ctx.rateLimitAccount, execution);
    return execution;
  };
  return {
    openPace,
    answer: async (head, coerced, ctx) => {
      const { answer, pace } = begin(coerced, ctx);
      const { data, errors } = await answer.catch(() => FAILED);
      if (errors !== undefined) return undefined;
      return await writeReply(head, { data }, pace).finally(() => pace.end());
    },
    execute: async (args, ctx) => {
      const execution = running.get(ctx.rateLimitAccount) ?? begin({ args }, ctx);
      const result = await execution.answer;
      // Yoga writes event streams after it has responded.
      return acceptsEvents(ctx.request) ? result : captureResult(result, execution);
    },
    write: async (head, ctx) => {
      const { result, pace } = running.get(ctx.rateLimitAccount) ?? {};
      return result && pace && (await writeReply(head, result, pace));
    },
    end: (ctx) => running.get(ctx.rateLimitAccount)?.pace.end(),
  };
}

function acceptsEvents({ headers }: Request): boolean {
  return headers.get('accept')?.includes('text/event-stream') === true;
}

/** Execution of a request. `result` is the value that Yoga would write. */
type Execution = { pace: Pace; answer: Promise<ExecutionResult>; result: object | undefined };

/** Placeholder of a failure, which Yoga reports. */
const FAILED: ExecutionResult = { errors: [] };

/** Makes Yoga call `stringify` of the result instead of writing it, and captures the value it would have written. */
function captureResult(result: ExecutionResult, execution: Execution): ExecutionResult {
  const stringify = (cleaned: object): string => {
    execution.result = cleaned;
    return '';
  };
  return Object.assign(result, { stringify });
}
