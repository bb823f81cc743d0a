import { type TimeSlices, timeSlices } from './time-slices.ts';

/** Size of a piece that takes about a millisecond to inspect, hash and encrypt. */
const PIECE_BYTES = 64 * 1024;

/** Yields the items of the source, and yields to the event loop between two of them when the time slice is used up. */
export async function* eachInSlices<Item>(
  serviceId: number,
  items: AsyncIterable<Item>,
  slices: TimeSlices = timeSlices,
): AsyncGenerator<Item> {
  for await (const item of items) {
    if (slices.isOver()) await slices.wait(serviceId);
    yield item;
  }
}

/** Yields the bytes of the source in pieces of at most 64 KiB, each within a time slice. */
export async function* bytesInSlices(
  serviceId: number,
  bytes: AsyncIterable<Uint8Array>,
  slices: TimeSlices = timeSlices,
): AsyncGenerator<Uint8Array> {
  yield* eachInSlices(serviceId, cut(bytes), slices);
}

async function* cut(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes)
    for (let offset = 0; offset < chunk.byteLength; offset += PIECE_BYTES)
      yield chunk.subarray(offset, offset + PIECE_BYTES);
}
