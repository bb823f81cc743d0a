/** How a page is read: as well as it can be, coarsely for lack of time, or not at all. */
export type PageManner = 'whole' | 'coarse' | 'not';

export type PagePace = {
  next: () => PageManner;
  /** After each page, blank ones too. */
  done: (manner: PageManner) => void;
};

/** What a document is stands on its first pages. */
const FIRST_PAGES = 2;

/**
 * Shares out the time until `until` over so many pages: after the first ones a page is read whole where all that are left can
 * be, as those before it went. Times are in milliseconds of `now`.
 */
export function createPagePace(
  { pageCount, until }: { pageCount: number; until: number },
  now: () => number = () => performance.now(),
): PagePace {
  let left = pageCount;
  let whole = { count: 0, ms: 0 };
  let begun = now();
  return {
    next: () => {
      begun = now();
      if (begun >= until) return 'not';
      if (whole.count < FIRST_PAGES) return 'whole';
      return (until - begun) / left >= whole.ms / whole.count ? 'whole' : 'coarse';
    },
    done: (manner) => {
      left -= 1;
      if (manner === 'whole') whole = { count: whole.count + 1, ms: whole.ms + now() - begun };
    },
  };
}
