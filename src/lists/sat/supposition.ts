import { SAT69_LISTS, type Sat69ListCode } from '../../domain/lists/list-source.ts';
import { foldHeader } from './columns.ts';

/** The SAT's words for the supuesto of each list; of `sat69-csd` any word that is no other list's. */
const WORDS: Record<Sat69ListCode, { pattern: RegExp; word: string }> = {
  'sat69-firmes': { pattern: /^(?:CREDITOS? )?FIRMES?$/, word: 'FIRMES' },
  'sat69-exigibles': { pattern: /^(?:CREDITOS? )?EXIGIBLES?$/, word: 'EXIGIBLES' },
  'sat69-no-localizados': { pattern: /^NO LOCALIZADOS?$/, word: 'NO LOCALIZADOS' },
  'sat69-cancelados': { pattern: /^(?:CREDITOS? )?CANCELADOS?$/, word: 'CANCELADOS' },
  'sat69-sentencias': { pattern: /^SENTENCIAS?\b/, word: 'SENTENCIAS' },
  'sat69-entes': { pattern: /\bENTES?\b|\bOMISOS?$/, word: 'ENTES PUBLICOS Y DE GOBIERNO OMISOS' },
  'sat69-csd': { pattern: /CSD|SELLO|FRACCION/, word: 'CSD SIN EFECTOS' },
};

/**
 * Returns why a row of this supuesto cannot be of the list; null when it may be. Only the authority's own words are quoted: anything
 * else in the cell may be a person's.
 */
export function refuseSupposition(code: Sat69ListCode, supposition: string): string | null {
  const seen = foldHeader(supposition);
  const { pattern, word } = WORDS[code];
  if (pattern.test(seen)) return null;
  const other = SAT69_LISTS.find((list) => WORDS[list].pattern.test(seen));
  const expected = `${code} has ${word}`;
  if (other !== undefined) return `its SUPUESTO is ${WORDS[other].word}, of ${other}; ${expected}`;
  return code === 'sat69-csd' ? null : `its SUPUESTO is of no list that is known; ${expected}`;
}
