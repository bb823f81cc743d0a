import { describe, expect, it } from 'vitest';
import { NO_PERSONAL_INFORMATION } from '../../../../src/domain/business/personal-information.ts';
import {
  type ExtractedField,
  FIELD_NAMES,
  type FieldName,
} from '../../../../src/domain/extraction/extracted.ts';
import {
  listIdentityConflicts,
  listNameConflicts,
} from '../../../../src/domain/extraction/personal/identity-conflicts.ts';

function toFields(values: Partial<Record<FieldName, string>>): ExtractedField[] {
  const rest = { confidence: 0.95, source: 'text', page: 1, box: null } as const;
  return FIELD_NAMES.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [{ ...rest, name, value, recoveredFrom: null }];
  });
}

const natural = (name: string, paternalSurname: string, maternalSurname: string | null) =>
  ({ personType: 'natural', name, paternalSurname, maternalSurname }) as const;
const legal = (name: string) =>
  ({ personType: 'legal', name, paternalSurname: null, maternalSurname: null }) as const;

const RODRIGO = natural('Rodrigo', 'Altamirano', 'Sosa');
const BERTA = natural('Berta', 'Cantú', 'Rey');
/** CURP of Berta Cantú Rey, born on 1980-02-14. */
const CURP = 'CARB800214MDFNYR05';

describe('names in a document', () => {
  it.each([
    ['another person', RODRIGO, { givenNames: 'MARTIN', paternalSurname: 'DE LA CRUZ' }, 2],
    ['a sibling', RODRIGO, { givenNames: 'MARTIN', paternalSurname: 'ALTAMIRANO' }, 1],
    ['another person on one line', RODRIGO, { fullName: 'MARTIN DE LA CRUZ' }, 1],
    ['a company, for a person', RODRIGO, { companyName: 'FABRICA NUEVA SA DE CV' }, 1],
    ['another company', legal('Molino Viejo SA de CV'), { companyName: 'FABRICA NUEVA' }, 1],
    ['a person, for a company', legal('Molino Viejo'), { fullName: 'MARTIN DE LA CRUZ' }, 1],
  ])('conflict when they are those of %s', (...[, holder, values, count]) => {
    const conflicts = listNameConflicts({ id: 1, fields: toFields(values) }, holder);
    expect(conflicts.map(({ name }) => name)).toHaveLength(count);
  });

  it.each([
    ['capitals', RODRIGO, { givenNames: 'RODRIGO', paternalSurname: 'ALTAMIRANO' }],
    [
      'a second name',
      natural('Ma. José', 'De la Peña', null),
      { givenNames: 'MARIA JOSE', paternalSurname: 'PENA', maternalSurname: 'RUIZ' },
    ],
    ['another order', RODRIGO, { fullName: 'ALTAMIRANO SOSA RODRIGO' }],
    ['a legal form', legal('Molino Viejo'), { companyName: 'MOLINO VIEJO, S.A. DE C.V.' }],
    ['no name', RODRIGO, { street: 'Uno' }],
  ])('do not conflict for %s', (_what, holder, values) => {
    expect(listNameConflicts({ id: 1, fields: toFields(values) }, holder)).toEqual([]);
  });
});

type Values = { rfc?: string; curp?: string; birthOrConstitutionDate?: string };

function check(holder: typeof BERTA, values: Values, stored: Values = {}) {
  return listIdentityConflicts({
    extraction: { id: 1, fields: [] },
    holder,
    info: { ...NO_PERSONAL_INFORMATION, ...stored, ...values },
    applied: new Set(Object.keys(values)),
    today: '2026-11-28',
  });
}

describe('applied identifiers', () => {
  it('conflict with the name of another person', () => {
    expect(check(RODRIGO, { curp: CURP, rfc: 'CARB800214AB1' })).toEqual(['curp_name', 'rfc_name']);
    expect(check(BERTA, { curp: CURP, rfc: 'CARB800214AB1' })).toEqual([]);
  });

  it('conflict with stored values that they leave in place', () => {
    const birthOrConstitutionDate = '1981-02-14';
    expect(check(BERTA, { birthOrConstitutionDate }, { curp: CURP, rfc: 'CARB800214AB1' })).toEqual(
      ['curp_birth_date', 'rfc_birth_date'],
    );
    expect(check(BERTA, { curp: CURP }, { rfc: 'CARB810214AB1' })).toEqual(['rfc_curp']);
  });

  it('do not conflict over values that the request does not set', () => {
    expect(check(RODRIGO, {}, { curp: CURP, birthOrConstitutionDate: '1990-01-01' })).toEqual([]);
  });
});
