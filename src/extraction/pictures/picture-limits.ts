/** What is read of a picture at all. */
export const MAX_DOTS = 40_000_000;
/** Codes of a page or card are found in as many. */
export const DOTS_FOR_CODES = 12_000_000;
/** Letters of a card that fills a smaller picture cannot be told apart. */
export const MIN_SHORT_SIDE = 600;
/** A card or page of this size has letters of the height that the engine was taught with. */
export const LONG_SIDE = 2_200;
/** So small a page is read sooner, at some 120 dots an inch: labels and large print still can be. */
export const COARSE_LONG_SIDE = 1_400;
/** The variance of the second derivative below which no letter has an edge left. */
export const MIN_SHARPNESS = 12;
