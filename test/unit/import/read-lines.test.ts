import { describe, expect, it } from 'vitest';
import { type Line, readLines } from '../../../src/import/read-lines.ts';
import { exposeGarbageCollection } from '../../support/processes/collect-garbage.ts';

const BYTES_MAX = 8;

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

async function linesOf(...texts: string[]): Promise<(string | undefined)[]> {
  const lines = await collect(readLines(chunks(...texts), BYTES_MAX));
  expect(lines.map((line) => line.number)).toEqual(lines.map((_, index) => index + 1));
  return lines.map((line) => line.bytes?.toString());
}

async function collect(lines: AsyncIterable<Line>): Promise<Line[]> {
  const collected: Line[] = [];
  for await (const line of lines) collected.push(line);
  return collected;
}

describe('readLines', () => {
  it('gives every line once, wherever the chunks are cut', async () => {
    const whole = 'ab\n\ncdé\r\nf';
    const bytes = Buffer.from(whole);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const source = async function* () {
        yield await Promise.resolve(bytes.subarray(0, cut));
        yield bytes.subarray(cut);
      };
      const lines = await collect(readLines(source(), BYTES_MAX));
      expect(lines.map((line) => line.bytes?.toString())).toEqual(['ab', '', 'cdé\r', 'f']);
    }
  });

  it('gives the last line with and without a line feed, and none after it', async () => {
    expect(await linesOf('a\nb')).toEqual(['a', 'b']);
    expect(await linesOf('a\nb\n')).toEqual(['a', 'b']);
    expect(await linesOf('')).toEqual([]);
  });

  it('takes a line of exactly the bound and passes over a longer one, then goes on', async () => {
    expect(await linesOf('12345678\n123456789\nab\n')).toEqual(['12345678', undefined, 'ab']);
    expect(await linesOf('1234', '5678', '9', '\nab')).toEqual([undefined, 'ab']);
    expect(await linesOf('ab\n123456789')).toEqual(['ab', undefined]);
  });

  it('holds no more of an endless line than the bound', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const endless = async function* () {
      for (let count = 0; count < 128; count += 1) yield await Promise.resolve(Buffer.from(chunk));
    };
    const collectGarbage = exposeGarbageCollection();
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const watched = async function* () {
      let count = 0;
      for await (const one of endless()) {
        count += 1;
        if (count % 32 === 0) {
          collectGarbage();
          peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
        }
        yield one;
      }
    };
    const lines = await collect(readLines(watched(), 4 * chunk.length));
    expect(lines).toEqual([{ number: 1, bytes: undefined }]);
    expect(peak).toBeLessThan(16 * chunk.length);
  });
});
