import type { FileHttpReply } from './stream.ts';

/** Returns a response without a body. */
export function withoutBody<Status extends number>(
  status: Status,
  headers: Record<string, string>,
): FileHttpReply & { status: Status } {
  return { status, headers, bytes: NO_BYTES };
}

const NO_BYTES: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {
    yield* await Promise.resolve([]);
  },
};
