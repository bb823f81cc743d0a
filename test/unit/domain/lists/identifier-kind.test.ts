import { expect, it } from 'vitest';
import { correctIdentifierKind } from '../../../../src/domain/lists/identifier-kind.ts';
import type { IdentifierKind } from '../../../../src/domain/lists/list-entry.ts';

const kindOf = (kind: IdentifierKind, value: string, country: string | null = null): string =>
  correctIdentifierKind({ kind, value, country }).kind;

it.each<[IdentifierKind, string, IdentifierKind]>([
  ['other', 'CIE150318QX5', 'rfc'],
  ['tax_id', 'CUPU800825569', 'rfc'],
  ['registration', 'CIE150318QX5', 'rfc'],
  ['other', 'CUPU800825', 'rfc10'],
  ['tax_id', 'ÑA&800825', 'rfc10'],
  ['rfc', 'CUPU800825', 'rfc10'],
  ['national_id', 'BADD110313HCMLNS09', 'curp'],
  ['rfc', 'BADD110313HCMLNS09', 'curp'],
])('a %s of the form of another kind, %s, is of that kind: %s', (kind, value, found) => {
  expect(kindOf(kind, value)).toBe(found);
  expect(kindOf(kind, value, 'Mexico')).toBe(found);
  expect(kindOf(kind, value, 'Germany')).toBe(kind);
});

it.each<[IdentifierKind, string]>([
  ['other', 'CUPU809925569'],
  ['other', 'CUPU809925'],
  ['other', 'BADD119913HCMLNS09'],
  ['registration', 'HRB120331'],
  ['passport', 'ABC800825'],
  ['wallet', 'CIE150318QX5'],
  ['imo', '9187629'],
  ['rfc', 'NOESRFC'],
])('a %s that has no such form or is surely of its own kind, %s, stays one', (kind, value) => {
  expect(kindOf(kind, value)).toBe(kind);
});
