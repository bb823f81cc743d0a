import { type TimeSlices, timeSlices } from './time-slices.ts';

/** Size of a chunk that takes about a millisecond to scan, hash and encrypt. */
const CHUNK_BYTES = 64 * 1024;

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

/** Yields the bytes of the source in chunks of at most 64 KiB, each within a time slice. */
export async function* bytesInSlices(
  serviceId: number,
  bytes: AsyncIterable<Uint8Array>,
  slices: TimeSlices = timeSlices,
): AsyncGenerator<Uint8Array> {
  yield* eachInSlices(serviceId, splitChunks(bytes), slices);
}

async function* splitChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes)
    for (let offset = 0; offset < chunk.byteLength; offset += CHUNK_BYTES)
      yield chunk.subarray(offset, offset + CHUNK_BYTES);
}
