import { describe, expect, it } from 'vitest';
import { findContradictions } from '../../../../src/domain/socioeconomic/contradictions/find-contradictions.ts';
import { DEFAULT_TEMPLATE } from '../../../../src/domain/socioeconomic/default/default-template.ts';
import { gatherSections } from '../../../../src/domain/socioeconomic/gather-sections.ts';
import type { GatheredScreening } from '../../../../src/domain/socioeconomic/material.ts';
import type { ReportHead } from '../../../../src/domain/socioeconomic/report.ts';
import type { SocioeconomicTemplate } from '../../../../src/domain/socioeconomic/template/template.ts';
import {
  answersOf,
  inventMaterial,
  inventReport,
  NOTHING_STORED,
} from '../../../support/data/socioeconomic.ts';

const GENERAL = { section: 'general', group: null, row: null };
const RIGHT = { rfc: 'PENI800505AB1', curp: 'PENI800505MSLXXN01', birthDate: '1980-05-05' };

/** The template of the gateway with a field for the sex, which a service may ask for. */
const WITH_SEX: SocioeconomicTemplate = {
  ...DEFAULT_TEMPLATE,
  sections: DEFAULT_TEMPLATE.sections.map((section) =>
    section.key === 'general'
      ? {
          ...section,
          fields: [
            ...section.fields,
            {
              key: 'sex',
              label: 'Sexo',
              kind: 'text',
              choices: [],
              isRequired: false,
              feeds: [{ kind: 'question', question: 'socio_general_sex' }],
            },
          ],
        }
      : section,
  ),
};

/** Screening of which only the result matters. */
const SCREENED = { id: 1, screenedOn: '2026-01-20', asOf: '2026-01-20', lists: [] };

const CLEAR = { outcome: 'clear', matchesCount: 0 } as const;
const ALERT = { outcome: 'alert', matchesCount: 1 } as const;

type Over = {
  stored?: Partial<ReportHead['stored']>;
  screenings?: readonly GatheredScreening[];
  answers?: Record<string, string>;
};

function kindsOf(
  facts: Partial<typeof RIGHT>,
  { stored = {}, answers = {}, screenings = [] }: Over = {},
): string[] {
  const material = inventMaterial(answers);
  const participant = { ...material.participant, ...RIGHT, ...facts };
  const head = { stored: { ...NOTHING_STORED, ...stored } };
  const report = inventReport({ ...material, participant, screenings }, head);
  return (report.contradictions ?? []).map(({ kind }) => kind);
}

describe('the contradictions of a report', () => {
  it('are none where RFC, CURP and birth are of one day, also where one is not known', () => {
    expect(kindsOf({})).toEqual([]);
    expect(kindsOf({}, { stored: RIGHT })).toEqual([]);
  });

  it('list each two of RFC, CURP and birth that are of different days', () => {
    const wrong = { curp: 'PENI600808MSLXXN01', birthDate: '1960-08-08' };
    expect(kindsOf(wrong)).toEqual(['rfc_birth_date', 'rfc_curp']);
    expect(kindsOf({ birthDate: '1980-05-06' })).toEqual(['rfc_birth_date', 'curp_birth_date']);
  });

  it('list what is stored otherwise', () => {
    const stored = { ...RIGHT, rfc: 'PENI800505AB2', birthDate: '1980-05-04' };
    expect(kindsOf({}, { stored })).toEqual(['stored_rfc', 'stored_birth_date']);
    expect(kindsOf({}, { stored: { ...RIGHT, rfc: 'peni-800505-ab1' } })).toEqual([]);
  });

  it('list a stored name that differs in more than case, accents and whitespace', () => {
    const { participant } = inventMaterial();
    const { fullName } = participant;
    expect(kindsOf({}, { stored: { fullName: `  ${fullName?.toUpperCase()}` } })).toEqual([]);
    const kinds = kindsOf({}, { stored: { fullName: 'Berta Limpia Sosa' } });
    expect(kinds).toEqual(['stored_name']);
  });

  it.each([
    [CLEAR, CLEAR, []],
    [CLEAR, ALERT, ['stored_screening']],
    [ALERT, CLEAR, ['stored_screening']],
    [ALERT, { ...ALERT, matchesCount: 2 }, ['stored_screening']],
    [ALERT, ALERT, []],
    [null, ALERT, ['stored_screening']],
    [null, CLEAR, []],
  ] as const)(
    'compare the newest list search, %o, with the stored %o',
    (stated, screening, kinds) => {
      const screenings = stated === null ? [] : [{ ...SCREENED, ...stated }];
      expect(kindsOf({}, { stored: { screening }, screenings })).toEqual(kinds);
    },
  );

  it.each([
    ['Culiacán, Sinaloa', []],
    ['Hidalgo del Parral, Chihuahua', ['curp_birth_state']],
    ['La Paz, Baja California Sur', ['curp_birth_state']],
    ['un rancho', []],
  ])('compare the state of the CURP with the place of birth: %s', (place, kinds) => {
    const answers = { general_birth_place: place };
    expect(kindsOf({}, { answers })).toEqual(kinds);
  });

  it.each([
    ['M', []],
    ['Femenino', []],
    ['mujer', []],
    ['H', ['curp_sex']],
    ['Hombre', ['curp_sex']],
    ['masculino', ['curp_sex']],
    ['X', ['curp_sex']],
    ['sí', []],
  ])('compare the sex of the CURP with the stated one: %s', (sex, kinds) => {
    const answers = { general_sex: sex };
    const material = inventMaterial(answers);
    const participant = { ...material.participant, ...RIGHT };
    const content = gatherSections(WITH_SEX, { ...material, participant });
    expect(findContradictions(WITH_SEX, content, NOTHING_STORED)).toEqual(
      kinds.map((kind) => ({
        kind,
        fields: [
          { ...GENERAL, field: 'curp', label: 'CURP' },
          { ...GENERAL, field: 'sex', label: 'Sexo' },
        ],
        sources: [],
      })),
    );
  });

  it('name the fields', () => {
    const material = inventMaterial();
    const participant = { ...material.participant, ...RIGHT, birthDate: '1960-08-08' };
    const { contradictions } = inventReport({ ...material, participant });
    expect(contradictions?.[0]).toEqual({
      kind: 'rfc_birth_date',
      fields: [
        { ...GENERAL, field: 'rfc', label: 'RFC' },
        { ...GENERAL, field: 'birth_date', label: 'Fecha de nacimiento' },
      ],
      sources: [],
    });
  });

  it('name each value of which other sources state a different one, also in rows', () => {
    const { answers, ...material } = inventMaterial({ references_references_1_name: 'Ana' });
    const second = answersOf(
      { references_references_1_name: 'Eva', health_conditions: 'Asma' },
      { questionnaire: 'second' },
    );
    const template = { ...DEFAULT_TEMPLATE, questionnaires: [DEFAULT_TEMPLATE.key, 'second'] };
    const content = gatherSections(template, { ...material, answers: [...answers, ...second] });
    const place = { section: 'references', group: 'references', row: 0, field: 'name' };
    const question = 'socio_references_references_1_name';
    expect(findContradictions(template, content, NOTHING_STORED)).toEqual([
      {
        kind: 'sources_differ',
        fields: [{ ...place, label: 'Nombre' }],
        sources: [{ kind: 'answer', userId: 7, questionnaire: 'second', question }],
      },
    ]);
  });

  it.each([
    ['3', []],
    ['5', ['residents_family']],
    ['2', ['residents_family']],
  ])('compare %s residents with a family of two and the person', (residents, kinds) => {
    const answers = {
      housing_residents: residents,
      family_members_1_name: 'Ana',
      family_members_2_name: 'Luis',
    };
    expect(kindsOf({}, { answers })).toEqual(kinds);
  });
});
