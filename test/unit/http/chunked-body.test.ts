import { expect, it } from 'vitest';
import { CHUNK_BYTES, ChunkPool } from '../../../src/http/backpressure/chunk-pool.ts';
import { ChunkedBody } from '../../../src/http/backpressure/chunked-body.ts';
import { repeatRandomly } from '../../support/data/random.ts';

it('gives a text in chunks, none of which ends within a character', async () => {
  await repeatRandomly(async (random) => {
    const body = new ChunkedBody(1, new ChunkPool());
    let whole = '';
    for (let part = 0; part < 4; part += 1) {
      const text = random.pick(['x', 'é', '€', '😀']).repeat(random.below(150_000));
      body.append(text);
      whole += text;
    }
    expect(body.byteLength).toBe(Buffer.byteLength(whole));
    expect(body.toString()).toBe(whole);
    const texts = [...body.takeChunks()].map(({ bytes }) =>
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    );
    expect(texts.join('')).toBe(whole);
    expect(await Promise.resolve(body.toString())).toBe('');
  });
});

it('puts a short text before the others', () => {
  const body = new ChunkedBody(1, new ChunkPool());
  body.append('data');
  body.prepend('é: ');
  body.append('.');
  expect(body.toString()).toBe('é: data.');
  expect(body.byteLength).toBe(9);
});

it('fills again what is done with, for the same service only', () => {
  const pool = new ChunkPool();
  const fill = (serviceId: number) => {
    const body = new ChunkedBody(serviceId, pool);
    body.append('x'.repeat(10));
    const [first] = body.takeChunks();
    if (first === undefined) throw new Error('There is a chunk.');
    return first;
  };
  const sent = fill(1);
  const beforeItIsDone = fill(1);
  expect(beforeItIsDone.bytes.buffer).not.toBe(sent.bytes.buffer);
  sent.release();
  expect(fill(2).bytes.buffer).not.toBe(sent.bytes.buffer);
  expect(fill(1).bytes.buffer).toBe(sent.bytes.buffer);
});

it('gives back what nobody will read', () => {
  const pool = new ChunkPool();
  const body = new ChunkedBody(1, pool);
  body.append('x'.repeat(2 * CHUNK_BYTES));
  body.discard();
  // A new one has nothing in it.
  expect(pool.acquire(1)[0]).toBe('x'.charCodeAt(0));
  expect(pool.acquire(2)[0]).toBe(0);
});

it('keeps no more than 128 that nobody uses, of all services together', () => {
  const pool = new ChunkPool();
  const given = Array.from({ length: 130 }, () => new Uint8Array(CHUNK_BYTES));
  for (const [place, chunk] of given.entries()) pool.release(place % 2, chunk);
  const taken = new Set(
    Array.from({ length: 130 }, (_, place) => pool.acquire(place % 2)).filter((one) =>
      given.includes(one),
    ),
  );
  expect(taken.size).toBe(128);
});
