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
 * be, as those before it went. Several may be read at once: a page took what passed since the one before it was done. Times
 * are in milliseconds of `now`.
 */
export function createPagePace(
  { pageCount, until }: { pageCount: number; until: number },
  now: () => number,
): PagePace {
  let left = pageCount;
  let begun = 0;
  let whole = { count: 0, ms: 0 };
  let doneAt = now();
  return {
    next: () => {
      const time = now();
      if (time >= until) return 'not';
      begun += 1;
      if (begun <= FIRST_PAGES || whole.count === 0) return 'whole';
      return (until - time) / left >= whole.ms / whole.count ? 'whole' : 'coarse';
    },
    done: (manner) => {
      left -= 1;
      const time = now();
      if (manner === 'whole') whole = { count: whole.count + 1, ms: whole.ms + time - doneAt };
      doneAt = time;
    },
  };
}
