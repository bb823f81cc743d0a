/** Quality of reading a page: full, coarse for lack of time, or skipped. */
export type PageQuality = 'full' | 'coarse' | 'skipped';

export type PageScheduler = {
  /** Starts the next page and returns its quality. */
  startPage: () => PageQuality;
  /** Records that a page was read, also a blank one, with this quality. */
  recordPage: (quality: PageQuality) => void;
};

/** Number of pages that are always read in full quality, because they identify the document. */
const FIRST_PAGES = 2;

/**
 * Creates a scheduler that divides the time until a deadline among pages. After the first two, a page is read in full
 * quality when the remaining time suffices for all remaining pages at the average duration of a full reading, otherwise
 * coarsely. After the deadline, pages are skipped. Pages may be read concurrently: the duration of a page counts from
 * the end of the previous one. Times are in milliseconds of `now`.
 */
export function createPageScheduler(
  { pageCount, until }: { pageCount: number; until: number },
  now: () => number,
): PageScheduler {
  let pagesLeft = pageCount;
  let startedCount = 0;
  let fullPages = { count: 0, ms: 0 };
  let lastDoneAt = now();
  return {
    startPage: () => {
      const time = now();
      if (time >= until) return 'skipped';
      startedCount += 1;
      if (startedCount <= FIRST_PAGES || fullPages.count === 0) return 'full';
      return (until - time) / pagesLeft >= fullPages.ms / fullPages.count ? 'full' : 'coarse';
    },
    recordPage: (quality) => {
      pagesLeft -= 1;
      const time = now();
      if (quality === 'full')
        fullPages = { count: fullPages.count + 1, ms: fullPages.ms + time - lastDoneAt };
      lastDoneAt = time;
    },
  };
}
