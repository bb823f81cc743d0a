import { describe, expect, it } from 'vitest';
import { createPageScheduler } from '../../../src/extraction/pictures/page-scheduler.ts';

/** Quality of each page, `w` or `c`, when reading takes this many seconds in full and in coarse quality. */
function paceOf(pageCount: number, seconds: { full: number; coarse: number }): string {
  let time = 1_000_000;
  const pace = createPageScheduler({ pageCount, until: time + 45_000 }, () => time);
  let manners = '';
  for (let page = 0; page < pageCount; page += 1) {
    const manner = pace.startPage();
    if (manner === 'skipped') break;
    time += seconds[manner] * 1000;
    pace.recordPage(manner);
    manners += manner === 'full' ? 'w' : 'c';
  }
  return manners;
}

describe('the time for a scan', () => {
  it('is for whole pages where all of them can be', () => {
    expect(paceOf(30, { full: 1.4, coarse: 0.5 })).toBe('w'.repeat(30));
  });

  it('lets every page be read, most of them coarsely, where whole ones take too long', () => {
    const manners = paceOf(30, { full: 5, coarse: 1 });
    expect(manners).toHaveLength(30);
    expect(manners).toMatch(/^wwc+[cw]*$/);
  });

  it('is spent on whole pages again where coarse ones leave enough of it', () => {
    expect(paceOf(10, { full: 6, coarse: 1 })).toMatch(/^wwc+w+$/);
  });

  it('leaves off what is not begun when it is over', () => {
    expect(paceOf(30, { full: 10, coarse: 5 })).toBe('wwccccc');
  });
});
