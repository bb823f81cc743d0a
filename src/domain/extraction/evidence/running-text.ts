import type { Line } from '../lines.ts';

/** Words of sentences, which labels and values do not contain. */
const SENTENCE_WORDS = new Set(
  'QUE CON POR SU SUS SE COMO UNA UN AL LOS LAS EL PARA NO QUIEN QUIENES CUAL CUALES ESTE ESTA ME MI O ANTE SIN HA'.split(
    ' ',
  ),
);
/** Minimum number of words of a line of a sentence: shorter lines may be labels. */
const WORDS_MIN = 6;
/** Minimum number of words of sentences in it: one alone occurs in names, for example of a street. */
const SENTENCE_WORDS_MIN = 2;

/**
 * True for a line of a sentence. A name or a label in such a line is only mentioned and is no field of the document.
 */
export function isRunningText({ folded }: Pick<Line, 'folded'>): boolean {
  const words = folded.split(/[^A-Z0-9]+/).filter((word) => word !== '');
  if (words.length < WORDS_MIN) return false;
  return words.filter((word) => SENTENCE_WORDS.has(word)).length >= SENTENCE_WORDS_MIN;
}
