import type { DocumentContent } from './document-content.ts';
import type { DocumentKind } from './extracted.ts';
import type { ExtractionBuilder } from './extraction-builder.ts';
import type { Line } from './lines.ts';

/** Input of the rules of a document kind. */
export type RuleInput = {
  document: DocumentContent;
  lines: readonly Line[];
  /** Folded text of all lines, joined by line breaks. */
  folded: string;
  /** `YYYY-MM-DD`. */
  today: string;
};

/** Rules that recognize one kind of document and extract its fields. */
export type KindRules = {
  kind: Exclude<DocumentKind, 'unknown'>;
  /** Returns a score for the kind, 0 to 1. At least 0.5 means that the document is of the kind. */
  score: (input: RuleInput) => number;
  /** Returns the number of fields and titles that only documents of the kind have, without mere mentions of them. */
  countOwnFields: (input: RuleInput) => number;
  /** Minimum number of own fields of a document of the kind. */
  ownFieldsMin: number;
  extract: (input: RuleInput, builder: ExtractionBuilder) => void;
  /** True when a person must review every document of the kind. */
  alwaysReview?: boolean;
};

/**
 * Returns the sum of the weights of the matching patterns, at most 1. OCR splits words, so patterns with spaces also
 * match the text without spaces and strokes.
 */
export function scorePatterns(
  folded: string,
  patterns: readonly (readonly [RegExp, number])[],
): number {
  const squeezed = folded.replace(/[ !|]/g, '');
  const matches = (pattern: RegExp): boolean =>
    pattern.test(folded) ||
    (pattern.source.includes(' ') && compileWithoutSpaces(pattern).test(squeezed));
  const sum = patterns.reduce(
    (total, [pattern, weight]) => total + (matches(pattern) ? weight : 0),
    0,
  );
  return Math.min(1, Math.round(sum * 100) / 100);
}

/** Cache of the patterns compiled without their spaces and optional spaces. */
const patternsWithoutSpaces = new Map<RegExp, RegExp>();

function compileWithoutSpaces(pattern: RegExp): RegExp {
  const compiled =
    patternsWithoutSpaces.get(pattern) ??
    new RegExp(pattern.source.replace(/ \??/g, ''), pattern.flags);
  patternsWithoutSpaces.set(pattern, compiled);
  return compiled;
}
