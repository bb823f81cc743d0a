import { describe, expect, it } from 'vitest';
import type { Band } from '../../../../src/domain/screening/parties/bands.ts';
import { decideMatchAction } from '../../../../src/domain/screening/raise-match.ts';
import { matchOf } from '../../../support/data/make-screening.ts';

const FOUND = matchOf('NADIE');
const { matterHash } = FOUND.entry;

/** What becomes of somebody who was decided to be somebody else by one band, and is found by another now. */
function foundAgain(decidedBy: Band, band: Band, hash = matterHash): object {
  const said = { matterHash: hash, band: decidedBy, hasSameEvidence: decidedBy === band };
  const known = { id: 1, state: 'false_positive', finding: said } as const;
  const standing = { existing: known, cleared: said, isReasonRefuted: false };
  return decideMatchAction({ ...FOUND, band }, standing);
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

describe('a match that awaits a decision', () => {
  it.each([
    [true, 'leave'],
    [false, 'refresh'],
  ])('with the same evidence %s: %s', (hasSameEvidence, kind) => {
    const finding = { matterHash, band: FOUND.band, hasSameEvidence };
    const existing = { id: 1, state: 'pending', finding } as const;
    const standing = { existing, cleared: null, isReasonRefuted: false };
    expect(decideMatchAction(FOUND, standing)).toEqual({ kind });
  });
});

describe('a dismissal whose reason is refuted', () => {
  const basis = { matterHash, band: FOUND.band, hasSameEvidence: false };

  it.each([
    { existing: null, cleared: basis },
    { existing: { id: 1, state: 'false_positive', finding: basis } as const, cleared: basis },
    { existing: { id: 1, state: 'false_positive', finding: basis } as const, cleared: null },
  ])('covers the match no longer', (standing) => {
    const raised = { kind: 'raise', because: 'found' };
    expect(decideMatchAction(FOUND, { ...standing, isReasonRefuted: true })).toEqual(raised);
  });
});
