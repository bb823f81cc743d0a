import type { Style } from './line-breaker.ts';

const INK = '#1b222c';
const FAINT = '#4a5462';

export const STYLES = {
  title: { font: 'bold', size: 17, color: INK },
  heading: { font: 'bold', size: 11.5, color: INK },
  match: { font: 'bold', size: 9.5, color: INK },
  text: { font: 'regular', size: 8.5, color: INK },
  strong: { font: 'bold', size: 8.5, color: INK },
  outcome: { font: 'bold', size: 12.5, color: INK },
  faint: { font: 'regular', size: 8, color: FAINT },
  head: { font: 'bold', size: 7.5, color: INK },
  cell: { font: 'regular', size: 7.5, color: INK },
  source: { font: 'regular', size: 6.5, color: FAINT },
  digest: { font: 'mono', size: 6, color: FAINT },
  foot: { font: 'regular', size: 6.5, color: FAINT },
} as const satisfies Record<string, Style>;
