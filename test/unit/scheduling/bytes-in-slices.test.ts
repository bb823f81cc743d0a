import { expect, it } from 'vitest';
import { bytesInSlices } from '../../../src/scheduling/bytes-in-slices.ts';
import { createTimeSlices } from '../../../src/scheduling/time-slices.ts';

const PIECE_BYTES = 65_536;

async function* give(...lengths: number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const length of lengths) {
    yield await Promise.resolve(Uint8Array.from({ length }, (_, n) => (at + n) % 251));
    at += length;
  }
}

it('gives the same bytes in pieces of 64 KiB at most', async () => {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytesInSlices(1, give(10, 3 * PIECE_BYTES + 1, 0, 7)))
    pieces.push(piece);
  expect(pieces.map((piece) => piece.byteLength)).toEqual([
    10,
    PIECE_BYTES,
    PIECE_BYTES,
    PIECE_BYTES,
    1,
    7,
  ]);
  const whole = Buffer.concat(pieces);
  expect(whole.every((byte, at) => byte === at % 251)).toBe(true);
});

it('lets another service go on before the next piece wherever a slice is over', async () => {
  let ms = 0;
  const turns = createTimeSlices(() => ms);
  const order: string[] = [];
  const read = async (serviceId: number, name: string, count: number): Promise<void> => {
    for await (const piece of bytesInSlices(serviceId, give(count * PIECE_BYTES), turns)) {
      order.push(name);
      // Each takes a slice of its own.
      ms += 5 * (piece.byteLength / PIECE_BYTES);
    }
  };
  await Promise.all([read(1, 'a', 3), read(1, 'b', 3), read(2, 'other', 3)]);
  expect(order.slice(0, 6).filter((name) => name === 'other').length).toBeGreaterThanOrEqual(2);
  expect(order).toHaveLength(9);
});
