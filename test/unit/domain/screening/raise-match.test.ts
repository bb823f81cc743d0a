import { describe, expect, it } from 'vitest';
import type { Band } from '../../../../src/domain/screening/parties/bands.ts';
import { decideMatchAction } from '../../../../src/domain/screening/raise-match.ts';
import { matchOf } from '../../../support/data/make-screening.ts';

const FOUND = matchOf('NADIE');
const { matterHash } = FOUND.entry;

/** What becomes of somebody who was decided to be somebody else by one band, and is found by another now. */
function foundAgain(decidedBy: Band, band: Band, hash = matterHash): object {
  const said = { matterHash: hash, band: decidedBy };
  const known = { id: 1, state: 'false_positive', finding: said } as const;
  return decideMatchAction({ ...FOUND, band }, { existing: known, cleared: said });
}

describe('a match that was decided to be somebody else', () => {
  it.each<[Band, Band]>([
    ['name_fuzzy', 'identifier_exact'],
    ['name_exact_no_dob', 'rfc10_plus_name'],
    ['name_exact_no_dob', 'name_plus_dob'],
    ['name_contradicted', 'name_plus_dob'],
    ['name_plus_dob', 'rfc10_plus_name'],
  ])('is raised again where %s has become %s: the person was corrected', (before, now) => {
    expect(foundAgain(before, now)).toEqual({ kind: 'raise', because: 'found' });
  });

  it.each<[Band, Band]>([
    ['name_fuzzy', 'name_fuzzy'],
    ['name_fuzzy', 'name_exact_no_dob'],
    ['name_plus_dob', 'name_plus_dob'],
    ['identifier_exact', 'identifier_exact'],
    ['identifier_exact', 'name_plus_dob'],
  ])('stays decided where %s has become %s', (before, now) => {
    expect(foundAgain(before, now)).toEqual({ kind: 'leave' });
  });

  it('is raised again where the entry says another thing', () => {
    const raised = { kind: 'raise', because: 'entry_changed' };
    expect(foundAgain('name_fuzzy', 'name_fuzzy', '0000')).toEqual(raised);
  });
});
