import { SAT69_LISTS, type Sat69ListCode } from '../../domain/lists/list-source.ts';
import { foldHeader } from './columns.ts';

/** Values of SUPUESTO in each list. `sat69-csd` accepts any that belongs to no other list. */
const SUPPOSITIONS: Record<Sat69ListCode, { pattern: RegExp; word: string }> = {
  'sat69-firmes': { pattern: /^(?:CREDITOS? )?FIRMES?$/, word: 'FIRMES' },
  'sat69-exigibles': { pattern: /^(?:CREDITOS? )?EXIGIBLES?$/, word: 'EXIGIBLES' },
  'sat69-no-localizados': { pattern: /^NO LOCALIZADOS?$/, word: 'NO LOCALIZADOS' },
  'sat69-cancelados': { pattern: /^(?:CREDITOS? )?CANCELADOS?$/, word: 'CANCELADOS' },
  'sat69-sentencias': { pattern: /^SENTENCIAS?\b/, word: 'SENTENCIAS' },
  'sat69-entes': { pattern: /\bENTES?\b|\bOMISOS?$/, word: 'ENTES PUBLICOS Y DE GOBIERNO OMISOS' },
  'sat69-csd': { pattern: /CSD|SELLO|FRACCION/, word: 'CSD SIN EFECTOS' },
};

/**
 * Returns the reason why a row with this SUPUESTO cannot belong to the list, or null. Quotes only words of the
 * authority; other text in the cell may be personal data.
 */
export function describeMismatch(code: Sat69ListCode, supposition: string): string | null {
  const folded = foldHeader(supposition);
  const { pattern, word } = SUPPOSITIONS[code];
  if (pattern.test(folded)) return null;
  const otherList = SAT69_LISTS.find((list) => SUPPOSITIONS[list].pattern.test(folded));
  const expected = `${code} has ${word}`;
  if (otherList !== undefined)
    return `its SUPUESTO is ${SUPPOSITIONS[otherList].word}, of ${otherList}; ${expected}`;
  return code === 'sat69-csd' ? null : `its SUPUESTO is of no list that is known; ${expected}`;
}
