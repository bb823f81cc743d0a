import { describe, expect, it } from 'vitest';
import type { SectionContent } from '../../../../src/domain/socioeconomic/content.ts';
import { DEFAULT_TEMPLATE } from '../../../../src/domain/socioeconomic/default/default-template.ts';
import { getSection } from '../../../../src/domain/socioeconomic/find-content.ts';
import { gatherSections } from '../../../../src/domain/socioeconomic/gather-sections.ts';
import { listMissingParts } from '../../../../src/domain/socioeconomic/list-missing-parts.ts';
import type { ReportMaterial } from '../../../../src/domain/socioeconomic/material.ts';
import {
  SECTION_KEYS,
  type SectionKey,
} from '../../../../src/domain/socioeconomic/template/section-keys.ts';
import type { SocioeconomicTemplate } from '../../../../src/domain/socioeconomic/template/template.ts';
import { answersOf, inventFacts, inventMaterial } from '../../../support/data/socioeconomic.ts';
import { inventHousehold } from '../../../support/data/socioeconomic-household.ts';

function gather(
  key: SectionKey,
  material: ReportMaterial,
  template: SocioeconomicTemplate = DEFAULT_TEMPLATE,
): SectionContent {
  return getSection(gatherSections(template, material), key);
}

const { key: questionnaire } = DEFAULT_TEMPLATE;
const answered = (question: string) => ({ kind: 'answer', userId: 7, questionnaire, question });

describe('what a new report is made of', () => {
  it('has all fourteen sections in their order, whatever is known', () => {
    const { sections } = gatherSections(DEFAULT_TEMPLATE, inventMaterial());
    expect(sections.map(({ key }) => key)).toEqual(SECTION_KEYS);
  });

  it('names the source of every value', () => {
    const { fields } = gather('general', inventHousehold());
    const sources = new Map(fields.map((one) => [one.key, one.source]));
    expect(sources.get('rfc')).toEqual({ kind: 'participant', field: 'rfc' });
    expect(sources.get('nss')).toEqual(answered('socio_general_nss'));
    const { groups } = gather('background', inventHousehold());
    expect(groups[0]?.rows[0]?.values[0]).toEqual({
      key: 'screened_on',
      value: { kind: 'date', value: '2026-01-19' },
      source: { kind: 'screening', screeningId: 31 },
      contradictedBy: [],
    });
  });

  it('counts the lists of a screening when not even the first fits', () => {
    const [screening] = inventHousehold().screenings;
    if (screening === undefined) throw new Error('The household was screened.');
    const lists = ['x'.repeat(1999), 'OFAC'];
    const material = inventHousehold({ screenings: [{ ...screening, lists }] });
    const [row] = gather('background', material).groups[0]?.rows ?? [];
    expect(row?.values).toContainEqual(
      expect.objectContaining({ value: { kind: 'text', value: '2 listas' } }),
    );
  });

  it('takes the first source that says something and names those that say another thing', () => {
    const found = gather('general', inventHousehold()).fields.find(({ key }) => key === 'curp');
    expect(found).toMatchObject({
      value: { value: 'PEXI850315MMCXXN09' },
      source: { kind: 'participant', field: 'curp' },
      contradictedBy: [{ kind: 'extraction', extractionId: 88, field: 'curp' }],
    });
    const without = inventHousehold({ participant: inventFacts() });
    expect(gather('general', without).fields.find(({ key }) => key === 'curp')).toMatchObject({
      value: { value: 'PEXI850315MMCXXN08' },
      contradictedBy: [],
    });
  });

  it('does not take accents and capitals for another thing', () => {
    const participant = inventFacts({ civilStatus: 'UNION LIBRE' });
    const material = inventMaterial({ general_civil_status: 'unión  libre' }, { participant });
    const found = gather('general', material).fields.find(({ key }) => key === 'civil_status');
    expect(found).toMatchObject({ value: { value: 'UNION LIBRE' }, contradictedBy: [] });
  });

  it.each([
    ['nationality', { nationality: 'MEX' }, 'Mexicana', 0],
    ['nationality', { nationality: 'MEX' }, 'Colombiana', 1],
    ['curp', { curp: 'PEXI850315MMCXXN09' }, 'pexi-850315-MMCXXN09', 0],
    ['addressText', { address: 'Calle Uno 12, Col. Águilas' }, 'CALLE UNO #12 COL AGUILAS', 0],
    ['addressText', { address: 'Calle Uno 12, Col. Águilas' }, 'CALLE UNO #21 COL AGUILAS', 1],
  ] as const)(
    'compares the %s %j with %s of a document by meaning',
    (...[name, facts, value, count]) => {
      const { extractions } = inventHousehold();
      const read = extractions
        .slice(0, 1)
        .map((extraction) => ({ ...extraction, fields: [{ name, value, confidence: 0.97 }] }));
      const household = inventHousehold({ participant: inventFacts(facts), extractions: read });
      const isAddress = name === 'addressText';
      const { fields } = gather(isAddress ? 'home' : 'general', household);
      const found = fields.find(({ key }) => key === (isAddress ? 'address' : name));
      expect(found?.contradictedBy).toHaveLength(count);
    },
  );

  it.each([
    ['55 1122-3344', 0],
    ['044 55 1122 3344', 1],
    ['11223344', 0],
    ['5511223345', 1],
    ['44', 1],
  ])('compares the phone +52 5511223344 with the answer %s', (phone, count) => {
    const participant = inventFacts({ phone: '+52 5511223344' });
    const material = inventMaterial({ general_phone: phone }, { participant });
    const found = gather('general', material).fields.find(({ key }) => key === 'phone');
    expect(found?.contradictedBy).toHaveLength(count);
  });

  it('takes no field of a document that its reader is not sure of', () => {
    const { extractions, ...rest } = inventHousehold({ participant: inventFacts() });
    const unsure = extractions.map((one) => ({
      ...one,
      fields: one.fields.map((field) => ({ ...field, confidence: 0.89 })),
    }));
    const { fields } = gather('general', { ...rest, extractions: unsure });
    expect(fields.find(({ key }) => key === 'curp')).toBeUndefined();
  });

  it('lets the questionnaire win that the template names first', () => {
    const template = { ...DEFAULT_TEMPLATE, questionnaires: ['first', 'second'] };
    const answers = [
      ...answersOf({ health_conditions: 'Asma' }, { questionnaire: 'second' }),
      ...answersOf({ health_conditions: 'Ninguno' }, { questionnaire: 'first' }),
      ...answersOf({ health_conditions: 'Otra cosa' }, { questionnaire: 'unnamed' }),
    ];
    const { fields } = gather('health', { ...inventMaterial(), answers }, template);
    expect(fields).toMatchObject([
      {
        value: { value: 'Ninguno' },
        source: { questionnaire: 'first' },
        contradictedBy: [{ questionnaire: 'second' }],
      },
    ]);
  });

  it('decides between no two people who answer one question differently', () => {
    const answers = [
      ...answersOf({ housing_rooms: '3' }),
      ...answersOf({ housing_rooms: '4' }, { userId: 8 }),
    ];
    const { fields, unread } = gather('housing', { ...inventMaterial(), answers });
    expect(fields).toEqual([]);
    expect(unread).toMatchObject([{ key: 'rooms', reason: 'conflicting' }]);
  });

  it('says why something was not taken for a value', () => {
    const { groups, unread } = gather(
      'finances',
      inventMaterial({
        finances_incomes_1_concept: 'Sueldo',
        finances_incomes_1_amount: '25.000',
        finances_incomes_4_amount: '-10',
        finances_savings: '99999999999999',
        finances_has_debts: 'depende',
      }),
    );
    expect(unread.map(({ group, row, key, reason }) => [group, row, key, reason])).toEqual([
      [null, null, 'has_debts', 'not_a_choice'],
      [null, null, 'savings', 'too_large'],
      ['incomes', 0, 'amount', 'ambiguous'],
      // The fourth question made the second row.
      ['incomes', 1, 'amount', 'negative'],
    ]);
    expect(groups[0]?.rows.map(({ values }) => values.length)).toEqual([1, 0]);
  });

  it.each([
    ['18/01/2026', '2026-01-18'],
    ['18 de enero de 2026', '2026-01-18'],
    ['2026-01-18', '2026-01-18'],
    ['18/01/26', undefined],
    ['31/02/2026', undefined],
    ['enero de 2026', undefined],
    ['2026-01-18 o 2026-01-19', undefined],
    ['2026/01/18', '2026-01-18'],
  ])('reads %s as the day %s', (text, expected) => {
    const { fields, unread } = gather('visit', inventMaterial({ visit_visited_on: text }));
    expect(fields[0]?.value.value).toBe(expected);
    expect(unread.map(({ reason }) => reason)).toEqual(expected ? [] : ['not_a_date']);
  });
});

function missing(material: ReportMaterial): (string | number | null)[][] {
  const content = gatherSections(DEFAULT_TEMPLATE, material);
  return listMissingParts(DEFAULT_TEMPLATE, content).map(
    ({ section, group, row, field, reason }) => [section, group, row, field, reason],
  );
}

describe('what is missing', () => {
  it('is each section without anything, once', () => {
    const all = missing(inventMaterial());
    const whole = all.filter(([, group, , field]) => group === null && field === null);
    // The name is known, and the consent is no part of the content.
    expect(whole.map(([section]) => section)).toEqual(
      SECTION_KEYS.filter((key) => key !== 'general' && key !== 'consent'),
    );
  });

  it('is what the template requires, and what was said so that it cannot be read', () => {
    const all = missing(inventMaterial({ finances_incomes_1_amount: '25.000' }));
    expect(all.filter(([section]) => section === 'finances')).toEqual([
      ['finances', null, null, 'has_debts', 'no_information'],
      ['finances', 'incomes', 0, 'amount', 'ambiguous'],
      ['finances', 'expenses', null, null, 'no_information'],
    ]);
  });

  it('is nothing of a household that says everything', () => {
    expect(missing(inventHousehold())).toEqual([]);
  });
});
