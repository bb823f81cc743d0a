import { describe, expect, it, vi } from 'vitest';
import { LineBreaker } from '../../../../src/adapters/reports/line-breaker.ts';
import { openDocument } from '../../../../src/adapters/reports/open-document.ts';
import { PAGE } from '../../../../src/adapters/reports/page.ts';
import { STYLES } from '../../../../src/adapters/reports/styles.ts';

const WIDTH = 100;

describe('a word that no line holds', () => {
  it('is cut into full lines, with work that grows with its length alone', () => {
    const doc = openDocument({ title: '', subject: '', at: new Date(0), page: PAGE });
    const measured = vi.spyOn(doc, 'widthOfString');
    const breaker = new LineBreaker(doc);
    const word = Array.from({ length: 2000 }, (_, at) => ((at * at) % 36).toString(36)).join('');
    const lines = breaker.wrap(word, WIDTH, STYLES.cell);
    expect(lines.join('')).toBe(word);
    for (const line of lines.slice(0, -1)) {
      const width = breaker.measureWidth(line, STYLES.cell);
      expect(width).toBeLessThanOrEqual(WIDTH);
      expect(width).toBeGreaterThan(WIDTH * 0.8);
    }
    // Once whole, then each sign and each line of it.
    expect(measured.mock.calls.length).toBeLessThan(2 * lines.length + 40);
  });
});
