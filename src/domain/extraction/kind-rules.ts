import type { DocumentKind } from './extracted.ts';
import type { Line } from './lines.ts';
import type { ReadDocument } from './read-document.ts';
import type { Sheet } from './sheet.ts';

/** What the rules of a kind look at. */
export type Material = {
  document: ReadDocument;
  lines: readonly Line[];
  /** All lines, folded, with a line break between two. */
  folded: string;
  /** `YYYY-MM-DD`. */
  today: string;
};

/** What there is to know of one kind of document. */
export type KindRules = {
  kind: Exclude<DocumentKind, 'unknown'>;
  /** How much speaks for the kind, 0 to 1; from 0.5 on it is one. */
  score: (material: Material) => number;
  read: (material: Material, sheet: Sheet) => void;
  /** Whether a person always has to look at it. */
  alwaysReview?: boolean;
};

/** Adds up what is found of signs with their weights, to 1 at most. */
export function weigh(folded: string, signs: readonly (readonly [RegExp, number])[]): number {
  const sum = signs.reduce((total, [sign, weight]) => total + (sign.test(folded) ? weight : 0), 0);
  return Math.min(1, Math.round(sum * 100) / 100);
}
