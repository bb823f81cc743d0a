import { describe, expect, it } from 'vitest';
import { NO_PERSONAL_INFORMATION } from '../../../../src/domain/business/personal-information.ts';
import type { ExtractedField } from '../../../../src/domain/extraction/extracted.ts';
import { listConflicts } from '../../../../src/domain/extraction/personal/personal-fields.ts';
import { isMexico } from '../../../../src/domain/lists/is-mexico.ts';
import { compareIdentifiers } from '../../../../src/domain/screening/parties/compare-identifiers.ts';
import type { ScreenedParty } from '../../../../src/domain/screening/parties/screened-party.ts';
import { toSubjectParty } from '../../../../src/domain/screening/screened-parties.ts';

function fieldOf(name: ExtractedField['name'], value: string): ExtractedField {
  return { name, value, confidence: 1, source: 'mrz', page: 1, box: null, recoveredFrom: null };
}

function holderOf(country: string): ScreenedParty {
  return toSubjectParty({
    partyType: 'natural',
    name: 'ANA SOTO LUJAN',
    rfc: null,
    curp: null,
    passport: { number: 'C-123456', country },
    birthDate: null,
    country: null,
  });
}

describe('a country written in other ways', () => {
  it.each(['MEX', 'MX', 'México', 'MEXICANA', 'mexicano'])(
    '%s of a passport is no conflict with a stored MEXICANA',
    (value) => {
      const stored = { ...NO_PERSONAL_INFORMATION, nationality: 'MEXICANA' };
      const fields = [fieldOf('nationality', value)];
      expect(listConflicts({ id: 1, fields }, stored)).toEqual([]);
      expect(isMexico(value)).toBe(true);
    },
  );

  it('another country is one', () => {
    const stored = { ...NO_PERSONAL_INFORMATION, nationality: 'MEXICANA' };
    const fields = [fieldOf('nationality', 'GTM')];
    expect(listConflicts({ id: 1, fields }, stored)).toHaveLength(1);
  });

  it.each([
    ['Venezuela', 'VEN'],
    ['Venezuela', 'VENEZOLANA'],
    ['Yemen', 'YE'],
    ['Germany', 'D'],
    ['Serbia', 'RS'],
    ['Hong Kong', 'HK'],
    ['United Kingdom', 'UK'],
    ['Kosovo', 'RKS'],
  ])('a passport of %s is that of %s', (listed, asked) => {
    expect(compareIdentifiers(holderOf(asked), holderOf(listed)).agreement).toBe('exact');
  });
});
