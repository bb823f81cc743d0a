import type { FileHttpReply } from './stream.ts';

/** Returns a response without a body. */
export function withoutBody<Status extends number>(
  status: Status,
  headers: Record<string, string>,
): FileHttpReply & { status: Status } {
  return { status, headers, bytes: NOTHING };
}

const NOTHING: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {
    yield* await Promise.resolve([]);
  },
};
