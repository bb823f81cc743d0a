import { describe, expect, it } from 'vitest';
import { encodeQr } from '../../../../src/adapters/reports/qr.ts';
import { readBarcodesOfPage } from '../../../../src/extraction/pictures/codes/read-barcodes.ts';

const SCALE = 4;

/** What our reader of documents makes of the squares, each of some pixels. */
async function readCode(squares: readonly (readonly boolean[])[]): Promise<string[]> {
  const side = squares.length * SCALE;
  const data = Buffer.alloc(side * side, 255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const isDark = squares[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)] === true;
      if (isDark) data[y * side + x] = 0;
    }
  const codes = await readBarcodesOfPage({ data, width: side, height: side }, 1);
  return codes.map(({ text }) => text);
}

describe('the code to verify a report by', () => {
  it.each([
    ['a digest', `demo/12/3 sha256:${'ab'.repeat(32)}`],
    ['a signature', `eyJhbGciOiJFZERTQSJ9.${'A1b2_-'.repeat(60)}.${'Zz9'.repeat(28)}`],
    ['the longest that is printed', 'x'.repeat(900)],
  ])('holds %s as it is', async (_, text) => {
    expect(await readCode(encodeQr(text))).toEqual([text]);
  });
});
