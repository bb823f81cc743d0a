import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Pace } from '../execution/pace.ts';
import { Refusal } from '../execution/refusals.ts';
import type { EventChunk, EventChunks } from './graphql-reply.ts';
import { toRefusalResult, writeResult } from './write-reply.ts';

/** Id of the event that a result belongs to. A symbol, so that it is not written to the response. */
export const STREAM_ID = Symbol('id of the event in its stream');

/** True for a result with internal errors, which a retry may complete. A symbol, so that it is not written. */
export const IS_INCOMPLETE = Symbol('result has internal errors');

/** Pace of the execution of a result. */
export const STREAM_PACE = Symbol('pace of the execution');

/** Releases the resources of a result, for example its permit, once it is written or dropped. */
export const STREAM_END = Symbol('end of the execution');

/** Result of one event. Without data and errors, it only updates the client's last event id. */
export type StreamResult = ExecutionResult & {
  [STREAM_ID]?: string;
  [IS_INCOMPLETE]?: boolean;
  [STREAM_PACE]?: Pace;
  [STREAM_END]?: () => void;
};

const COMPLETE = 'event: complete\ndata:\n\n';

/** Encodes results by GraphQL over Server-Sent Events in distinct connections mode, with the event id as `id:`. */
export function toEventChunks(results: AsyncIterable<StreamResult>): EventChunks {
  const state = { results: results[Symbol.asyncIterator](), isOver: false };
  return {
    next: async () => await nextChunk(state),
    return: async () => {
      state.isOver = true;
      await state.results.return?.();
      return OVER;
    },
  };
}

const OVER: IteratorReturnResult<undefined> = { done: true, value: undefined };

type StreamState = { results: AsyncIterator<StreamResult>; isOver: boolean };

async function nextChunk(state: StreamState): Promise<IteratorResult<EventChunk, undefined>> {
  const next = state.isOver ? OVER : await state.results.next();
  try {
    return await toEventChunk(next, state);
  } finally {
    if (next.done !== true) next.value[STREAM_END]?.();
  }
}

async function toEventChunk(
  next: IteratorResult<StreamResult>,
  state: StreamState,
): Promise<IteratorResult<EventChunk, undefined>> {
  // A stream that was aborted in the meantime must not send `complete`.
  if (state.isOver) return OVER;
  // The stream ends without sending the id of this event, so that a reconnecting client requests the event again.
  if (next.done !== true && next.value[IS_INCOMPLETE] === true) {
    state.isOver = true;
    await state.results.return?.();
    return OVER;
  }
  state.isOver = next.done === true;
  return { done: false, value: next.done === true ? COMPLETE : await encodeResult(next.value) };
}

/** Encodes a result as a chunk. A block without `data:` is no event for the client, but updates its last event id. */
async function encodeResult(result: StreamResult): Promise<EventChunk> {
  const id = result[STREAM_ID];
  const head = id === undefined ? '' : `id: ${id}\n`;
  if (result.data === undefined && result.errors === undefined) return `:\n${head}\n`;
  const prefix = `${head}event: next\ndata: `;
  const data = await encodeData(result);
  if (typeof data === 'string') return `${prefix}${data}${END_OF_EVENT}`;
  data.prepend(prefix);
  data.append(END_OF_EVENT);
  return data;
}

const END_OF_EVENT = '\n\n';

async function encodeData(result: StreamResult): Promise<EventChunk> {
  const pace = result[STREAM_PACE];
  const written = pace && (await writeResult(toJson(result), pace));
  if (written instanceof Refusal) return JSON.stringify(toRefusalResult(written));
  return written ?? JSON.stringify(toJson(result));
}

function toJson({ data, errors, extensions }: StreamResult): object {
  return { data, errors: errors?.map(withoutHttp), extensions };
}

const HTTP_ONLY = new Set(['http', 'unexpected']);

/** Removes extensions of an error that are meant for Yoga and concern a whole HTTP response. */
function withoutHttp(error: GraphQLError): object {
  const { extensions = {}, ...rest } = error.toJSON();
  const visible = Object.entries(extensions).filter(([name]) => !HTTP_ONLY.has(name));
  return { ...rest, extensions: Object.fromEntries(visible) };
}
