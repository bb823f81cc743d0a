import { type Slices, slices } from './time-slices.ts';

/** Size of a piece. Inspecting, hashing and encrypting it takes about 1 ms. */
const PIECE_BYTES = 64 * 1024;

/**
 * Yields the items of a source one at a time, and yields to the event loop when the time slice is over. The next item
 * is requested only when the previous one is processed.
 */
export async function* eachInTurn<Item>(
  serviceId: number,
  items: AsyncIterable<Item>,
  turns: Slices = slices,
): AsyncGenerator<Item> {
  for await (const item of items) {
    if (turns.isOver()) await turns.wait(serviceId);
    yield item;
  }
}

/** Splits bytes into pieces of at most 64 KiB, with the same time slices. */
export async function* bytesInTurns(
  serviceId: number,
  bytes: AsyncIterable<Uint8Array>,
  turns: Slices = slices,
): AsyncGenerator<Uint8Array> {
  yield* eachInTurn(serviceId, cut(bytes), turns);
}

async function* cut(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.byteLength; at += PIECE_BYTES)
      yield chunk.subarray(at, at + PIECE_BYTES);
}
