import type { DocumentKind } from './extracted.ts';
import type { Line } from './lines.ts';
import type { ReadDocument } from './read-document.ts';
import type { Sheet } from './sheet.ts';

/** Input of the rules of a document kind. */
export type Material = {
  document: ReadDocument;
  lines: readonly Line[];
  /** All lines, folded, with a line break between two. */
  folded: string;
  /** `YYYY-MM-DD`. */
  today: string;
};

/** Rules of one document kind. */
export type KindRules = {
  kind: Exclude<DocumentKind, 'unknown'>;
  /** Returns a score for the kind, 0 to 1. From 0.5, the document is of the kind. */
  score: (material: Material) => number;
  read: (material: Material, sheet: Sheet) => void;
  /** True when a person must review every document of the kind. */
  alwaysReview?: boolean;
};

/** Adds up what is found of signs with their weights, to 1 at most. Pictures part words: blanks are let go. */
export function weigh(folded: string, signs: readonly (readonly [RegExp, number])[]): number {
  const squeezed = folded.replace(/[ !|]/g, '');
  const stands = (sign: RegExp): boolean =>
    sign.test(folded) || (sign.source.includes(' ') && withoutBlanks(sign).test(squeezed));
  const sum = signs.reduce((total, [sign, weight]) => total + (stands(sign) ? weight : 0), 0);
  return Math.min(1, Math.round(sum * 100) / 100);
}

const squeezedSigns = new Map<RegExp, RegExp>();

function withoutBlanks(sign: RegExp): RegExp {
  const known = squeezedSigns.get(sign) ?? new RegExp(sign.source.replace(/ \??/g, ''), sign.flags);
  squeezedSigns.set(sign, known);
  return known;
}
