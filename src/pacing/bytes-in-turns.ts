import { type Slices, slices } from './slices.ts';

/** What is made of a piece takes about a millisecond: it is looked at, hashed and encrypted. */
const PIECE_BYTES = 64 * 1024;

/**
 * The same bytes in pieces of 64 KiB at most; whoever gives them is asked for more only when the piece before is done with,
 * and wherever this one's turn is over others have theirs.
 */
export async function* bytesInTurns(
  serviceId: number,
  bytes: AsyncIterable<Uint8Array>,
  turns: Slices = slices,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.byteLength; at += PIECE_BYTES) {
      if (turns.isOver()) await turns.wait(serviceId);
      yield chunk.subarray(at, at + PIECE_BYTES);
    }
}
