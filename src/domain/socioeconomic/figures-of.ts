import type { ReportContent } from './content.ts';
import type { Figure } from './figure.ts';

/** All seven figures in the order of FIGURE_KEYS, whether they can be computed or not. */
export function figuresOf(content: ReportContent): Figure[] {
  throw new Error(`Nothing counts ${content.sections.length} sections yet.`);
}
