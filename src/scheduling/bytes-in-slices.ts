import { type Slices, slices } from './time-slices.ts';

/** What is made of a piece takes about a millisecond: it is looked at, hashed and encrypted. */
const PIECE_BYTES = 64 * 1024;

/**
 * The same items; whoever gives them is asked for more only when the one before is done with, and wherever this one's turn
 * is over others have theirs.
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

/** The same bytes in pieces of 64 KiB at most, each in turn. */
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
