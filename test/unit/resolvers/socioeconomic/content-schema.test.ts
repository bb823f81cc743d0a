import { assert, constantFrom, dictionary, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReportContent } from '../../../../src/domain/socioeconomic/content.ts';
import {
  DEFAULT_QUESTIONNAIRE,
  DEFAULT_TEMPLATE,
} from '../../../../src/domain/socioeconomic/default/default-template.ts';
import { gatherSections } from '../../../../src/domain/socioeconomic/gather-sections.ts';
import { MONEY_MAX } from '../../../../src/domain/socioeconomic/value.ts';
import {
  contentSchema,
  valueSchema,
} from '../../../../src/resolvers/socioeconomic/content-schema.ts';
import { inventMaterial } from '../../../support/data/socioeconomic.ts';
import { inventHousehold } from '../../../support/data/socioeconomic-household.ts';

const PICTURES = { photo: { fileId: 3, sha256: 'ab'.repeat(32) }, map: null };

describe('a content that was stored', () => {
  it.each([
    ['of a household', inventHousehold({ pictures: PICTURES })],
    ['of nothing', inventMaterial()],
    ['of what cannot be read', inventMaterial({ finances_incomes_1_amount: '25.000' })],
  ])('is read back as it was: %s', (_, material) => {
    const content: ReportContent = gatherSections(DEFAULT_TEMPLATE, material);
    expect(contentSchema.parse(JSON.parse(JSON.stringify(content)))).toEqual(content);
  });

  it('is read back whatever was answered', () => {
    const questions = DEFAULT_QUESTIONNAIRE.questions.map(({ key }) => key.replace('socio_', ''));
    const text = oneof(
      string({ unit: 'binary', maxLength: 40 }),
      constantFrom('\0', '\ud800', '$25,000', '-1', '25.000', 'sí', '31/12/1999', 'a'.repeat(2001)),
    );
    assert(
      property(dictionary(constantFrom(...questions), text), (answers) => {
        const content = gatherSections(DEFAULT_TEMPLATE, inventMaterial(answers));
        expect(contentSchema.parse(JSON.parse(JSON.stringify(content)))).toEqual(content);
      }),
    );
  });
});

describe('a value', () => {
  it.each([
    { kind: 'money', value: -1 },
    { kind: 'money', value: MONEY_MAX + 1 },
    { kind: 'money', value: 0.5 },
    { kind: 'money', value: '100' },
    { kind: 'count', value: 10_001 },
    { kind: 'date', value: '2026-02-30' },
    { kind: 'text', value: '' },
    { kind: 'text', value: 'x'.repeat(2001) },
    { kind: 'text', value: 'a\0' },
    { kind: 'yes_no', value: 'yes' },
    { kind: 'colour', value: 'green' },
  ])('is none: %o', (value) => {
    expect(valueSchema.safeParse(value).success).toBe(false);
  });

  it.each([
    { kind: 'money', value: MONEY_MAX },
    { kind: 'money', value: 0 },
    { kind: 'yes_no', value: false },
    { kind: 'date', value: '2024-02-29' },
  ])('is one: %o', (value) => {
    expect(valueSchema.parse(value)).toEqual(value);
  });
});
