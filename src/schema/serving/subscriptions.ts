import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  locatedError,
  mapSourceToResponseEvent,
  type RootSelectionSetExecutor,
  validateSubscriptionArgs,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { type RequestContext, renewRequestContext } from '../../context.ts';
import type { Pace } from '../execution/pace.ts';
import { executeChecked } from '../execution/paced-executor.ts';
import {
  IS_INCOMPLETE,
  STREAM_END,
  STREAM_ID,
  STREAM_PACE,
  type StreamResult,
  toEventChunks,
} from './event-stream.ts';
import type { EventChunks } from './graphql-reply.ts';
import { maskResult } from './mask-result.ts';

type SubscribeResult = AsyncIterable<StreamResult> | ExecutionResult;

/** Chunks by response: Yoga requires a Response, whose body is not used. */
const streams = new WeakMap<Response, EventChunks>();

/** Returns the chunks of a streamed response. Undefined for a response with a body. */
export function findEventChunks(response: Response): EventChunks | undefined {
  return streams.get(response);
}

/** Creates the pace of one execution. */
type OpenPace = (ctx: RequestContext) => Pace;

/** Creates the plugin that subscribes with the functions of graphql-js and responds with Server-Sent Events. */
export function createSubscriptionPlugin(
  openPace: OpenPace,
): Plugin<RequestContext, RequestContext> {
  return {
    onSubscribe: ({ args: { contextValue: ctx }, setSubscribeFn, setResultAndStopExecution }) => {
      if (acceptsEventStream(ctx.request))
        setSubscribeFn(async (args: ExecutionArgs) => await subscribe(args, ctx, openPace));
      else setResultAndStopExecution({ errors: [NOT_ACCEPTABLE] });
    },
    onResultProcess: (process) => {
      if (!isAsyncIterable(process.result)) return;
      process.setResultProcessor((stream, { Response }) => {
        const response = new Response(null, { headers: { 'content-type': 'text/event-stream' } });
        if (isAsyncIterable<StreamResult>(stream)) streams.set(response, toEventChunks(stream));
        return response;
      }, 'text/event-stream');
    },
  };
}

const NOT_ACCEPTABLE = new GraphQLError(
  'A subscription requires the response type text/event-stream.',
  {
    extensions: {
      code: 'NOT_ACCEPTABLE',
      code_message: 'invalid_request',
      http: { status: 406 },
    },
  },
);

function acceptsEventStream(request: Request): boolean {
  return /\*\/\*|text\/event-stream/.test(request.headers.get('accept') ?? '');
}

async function subscribe(
  args: ExecutionArgs,
  ctx: RequestContext,
  openPace: OpenPace,
): Promise<SubscribeResult> {
  const checked = validateSubscriptionArgs({ ...args, hideSuggestions: true });
  if (!('schema' in checked)) return { errors: checked };
  const source = await createSourceEventStream(checked);
  if (!isAsyncIterable<unknown>(source)) return source;
  return mapSourceToResponseEvent(
    checked,
    locateErrors(source),
    async (event) => await executeEvent(event, ctx, openPace),
  );
}

/** Executes one event with new loaders, because the loaders of the request cache reads of earlier events. */
async function executeEvent(
  event: Parameters<RootSelectionSetExecutor>[0],
  ctx: RequestContext,
  openPace: OpenPace,
): Promise<StreamResult> {
  const { rootValue: item } = event;
  if (!isFeedItem(item)) throw new Error('A subscription yielded a value that is not a feed item.');
  // A checkpoint only updates the client's last event id.
  if (item.type === 'checkpoint') return { [STREAM_ID]: item.id };
  // The deadline applies to each event, otherwise a long stream would use it up.
  ctx.client?.waitDeadline?.renew();
  const pace = openPace(ctx);
  pace.markShared();
  const end = (): void => {
    pace.end();
    // The stream itself reserves memory for bytes that the client has not read yet.
    ctx.client?.releaseMemory();
  };
  try {
    const result = await executeChecked({ ...event, contextValue: renewRequestContext(ctx) }, pace);
    const masked = maskResult(result, ctx);
    if (ctx.record !== undefined) ctx.record.events += 1;
    const isBroken = masked.errors?.some(isInternalError) ?? false;
    const extensions = { [STREAM_ID]: item.id, [IS_INCOMPLETE]: isBroken };
    return { ...masked, ...extensions, [STREAM_PACE]: pace, [STREAM_END]: end };
  } catch (error) {
    end();
    throw error;
  }
}

/** True when the error is an internal error and not a rejection. */
function isInternalError({ extensions }: GraphQLError): boolean {
  return extensions['code'] === 'INTERNAL_SERVER_ERROR';
}

function isFeedItem(value: unknown): value is { id: string; type: string } {
  return typeof value === 'object' && value !== null && 'id' in value && 'type' in value;
}

/** Wraps errors of the source in located GraphQLErrors, which graphql-js does not, so that they are masked. */
function locateErrors(source: AsyncIterable<unknown>): AsyncIterable<unknown> {
  const iterator = source[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () =>
        await iterator.next().catch((error: unknown) => {
          throw locatedError(error, undefined, undefined);
        }),
      return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    }),
  };
}
