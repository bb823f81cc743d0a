import { describe, expect, it } from 'vitest';
import { findUnreadRegions } from '../../../src/extraction/pictures/find-unread-regions.ts';
import type { GrayImage, Region } from '../../../src/extraction/pictures/gray-image.ts';
import type { OcrEngine, RecognizedWord } from '../../../src/extraction/pictures/ocr-engine.ts';
import { readMissedWords } from '../../../src/extraction/pictures/read-missed-words.ts';

/** White, with the boxes black. */
function draw(...boxes: Region[]): GrayImage {
  const [width, height] = [800, 600];
  const data = new Uint8Array(width * height).fill(255);
  for (const box of boxes)
    for (let y = box.top; y < box.top + box.height; y++)
      data.fill(0, y * width + box.left, y * width + box.left + box.width);
  return { data, width, height };
}

function word(text: string, box: Region, confidence = 0.9): RecognizedWord {
  return { ...box, text, confidence };
}

const LABELS = [40, 120, 200, 280].map((top) => ({ left: 40, top, width: 120, height: 24 }));
const READ = LABELS.map((box) => word('Nombre', box));
const VALUE = { left: 400, top: 120, width: 100, height: 24 };

describe('ink that no word was read in', () => {
  it('is found where it is as tall as a word', () => {
    const [region, other] = findUnreadRegions(draw(...LABELS, VALUE), READ);
    expect(other).toBeUndefined();
    expect(region).toEqual({ left: 400, top: 120, width: 100, height: 24 });
  });

  it('is none where it is a line, a frame, a speck or a drawing', () => {
    const line = { left: 40, top: 400, width: 700, height: 3 };
    const speck = { left: 500, top: 420, width: 5, height: 5 };
    const drawing = { left: 500, top: 300, width: 200, height: 200 };
    expect(findUnreadRegions(draw(...LABELS, line, speck, drawing), READ)).toEqual([]);
  });

  it('is not looked for where hardly any word was read, to say how tall one is', () => {
    expect(findUnreadRegions(draw(VALUE), READ.slice(0, 2))).toEqual([]);
  });

  it('is found sixteen times at most', () => {
    const many = Array.from({ length: 40 }, (_, at) => ({
      left: 250 + (at % 4) * 120,
      top: 20 + Math.floor(at / 4) * 50,
      width: 80,
      height: 24,
    }));
    expect(findUnreadRegions(draw(...LABELS, ...many), READ)).toHaveLength(16);
  });
});

async function no(): Promise<never> {
  return await Promise.reject(new Error('Not asked for.'));
}

function engineThatReads(...read: RecognizedWord[]): OcrEngine {
  return {
    readWords: no,
    readLine: async () => await Promise.resolve(read),
    readMrzLines: no,
    readAlphanumeric: no,
    close: async () => await Promise.resolve(),
  };
}

describe('a word that is read by itself', () => {
  it('stands where it is on the page', async () => {
    const seen = word('9115', { left: 9, top: 8, width: 90, height: 24 });
    const words = await readMissedWords(draw(...LABELS, VALUE), READ, engineThatReads(seen));
    // Read in a part that begins a third of its height before it.
    expect(words.at(-1)).toMatchObject({ text: '9115', left: 401, top: 120 });
  });

  it('is left where it is unsure, or no word', async () => {
    for (const unsure of [word('9115', VALUE, 0.6), word('|', VALUE)]) {
      const words = await readMissedWords(draw(...LABELS, VALUE), READ, engineThatReads(unsure));
      expect(words).toEqual(READ);
    }
  });

  it('takes the place of one with fewer signs than stand there, and of a number hardly read', async () => {
    const better = word('9115', { left: 0, top: 0, width: 100, height: 24 });
    for (const doubtful of [word('3', VALUE), word('9175', VALUE, 0.5)]) {
      const picture = draw(...LABELS, VALUE);
      const words = await readMissedWords(picture, [...READ, doubtful], engineThatReads(better));
      expect(words.map(({ text }) => text)).not.toContain(doubtful.text);
      const kept = await readMissedWords(picture, [...READ, doubtful], engineThatReads());
      expect(kept).toContainEqual(doubtful);
    }
  });
});
