import type { PageFormat } from '../../domain/socioeconomic/stored-report.ts';

/** Size and margins of a page, in points. */
export type Page = {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
};

const MARGINS = { left: 50, right: 50, top: 48, bottom: 62 };
export const PAGES: Record<PageFormat, Page> = {
  letter: { width: 612, height: 792, ...MARGINS },
  a4: { width: 595.28, height: 841.89, ...MARGINS },
};

/** Page of screening reports, which are printed on letter paper only. */
export const PAGE = PAGES.letter;
export const TEXT_WIDTH = getTextWidth(PAGE);

/** Returns the width between the margins. */
export function getTextWidth({ width, left, right }: Page): number {
  return width - left - right;
}

/** Returns the height between the margins. */
export function getTextHeight({ height, top, bottom }: Page): number {
  return height - top - bottom;
}
