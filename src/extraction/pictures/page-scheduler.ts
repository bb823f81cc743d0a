/** Quality of reading a page: full, coarse for lack of time, or skipped. */
export type PageQuality = 'whole' | 'coarse' | 'not';

export type PageScheduler = {
  next: () => PageQuality;
  /** Reports that a page was read, blank or not. */
  done: (manner: PageQuality) => void;
};

/** Number of pages that are always read in full quality, because they identify the document. */
const FIRST_PAGES = 2;

/**
 * Creates a scheduler that divides the time until a deadline among pages. After the first ones, a page is read in
 * full quality if all remaining pages can be, at the average duration so far. Pages may be read concurrently: the
 * duration of a page counts from the end of the previous one. Times are in milliseconds of `now`.
 */
export function createPageScheduler(
  { pageCount, until }: { pageCount: number; until: number },
  now: () => number,
): PageScheduler {
  let remaining = pageCount;
  let started = 0;
  let whole = { count: 0, ms: 0 };
  let lastDoneAt = now();
  return {
    next: () => {
      const time = now();
      if (time >= until) return 'not';
      started += 1;
      if (started <= FIRST_PAGES || whole.count === 0) return 'whole';
      return (until - time) / remaining >= whole.ms / whole.count ? 'whole' : 'coarse';
    },
    done: (quality) => {
      remaining -= 1;
      const time = now();
      if (quality === 'whole') whole = { count: whole.count + 1, ms: whole.ms + time - lastDoneAt };
      lastDoneAt = time;
    },
  };
}
