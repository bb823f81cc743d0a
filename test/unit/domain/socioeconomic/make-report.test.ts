import { describe, expect, it } from 'vitest';
import { toCanonicalJson } from '../../../../src/domain/reports/canonical-json.ts';
import { DEFAULT_TEMPLATE } from '../../../../src/domain/socioeconomic/default/default-template.ts';
import { inventHead, inventMaterial, inventReport } from '../../../support/data/socioeconomic.ts';
import { inventHousehold } from '../../../support/data/socioeconomic-household.ts';

describe('what is given out of a report', () => {
  it('is the same text for the same report', () => {
    const first = toCanonicalJson(inventReport(inventHousehold()));
    expect(toCanonicalJson(inventReport(inventHousehold()))).toBe(first);
    expect(toCanonicalJson(inventReport(inventHousehold(), { revision: 4 }))).not.toBe(first);
  });

  it('has the words of its template beside every value', () => {
    const { sections, title } = inventReport(inventHousehold());
    expect(title).toBe('Estudio socioeconómico');
    expect(sections.map(({ number, title: heading }) => [number, heading])).toEqual(
      DEFAULT_TEMPLATE.sections.map(({ title: heading }, at) => [at + 1, heading]),
    );
    expect(sections[4]?.fields[0]).toEqual({
      key: 'level',
      label: 'Último grado de estudios',
      value: { kind: 'choice', value: 'bachelor' },
      shown: 'Licenciatura',
      source: {
        kind: 'answer',
        userId: 7,
        questionnaire: DEFAULT_TEMPLATE.key,
        question: 'socio_education_level',
      },
      contradictedBy: [],
    });
    const [members] = sections[3]?.groups ?? [];
    expect(members?.rows.map((row) => row.map((cell) => cell?.value.value))).toEqual([
      ['Ángel Núñez Güemes', 'Cónyuge', 41, 'Carpintería', true],
      ['Zoé Núñez Peñaloza', 'Hija', 12, 'Estudiante', false],
      ['Íñigo Núñez Peñaloza', 'Hijo', 9, 'Estudiante', false],
    ]);
  });

  it('leaves a gap where a row says nothing', () => {
    const material = inventMaterial({ family_members_1_name: 'Uno' });
    const [members] = inventReport(material).sections[3]?.groups ?? [];
    expect(members?.rows[0]?.map((cell) => cell === null)).toEqual([false, true, true, true, true]);
  });

  it('misses a consent that was not recorded', () => {
    const { missing } = inventReport(inventHousehold(), { consent: null });
    expect(missing).toEqual([
      {
        section: 'consent',
        group: null,
        row: null,
        field: null,
        label: 'Aviso de privacidad y consentimiento',
        reason: 'no_information',
      },
    ]);
    expect(inventReport(inventHousehold()).missing).toEqual([]);
  });

  it('says of the report what its head does', () => {
    const { stored: _, ...head } = inventHead({ corrects: 4 });
    expect(inventReport(inventHousehold(), { corrects: 4 })).toMatchObject({
      kind: 'socioeconomic-report',
      version: 3,
      contradictions: [
        {
          kind: 'sources_differ',
          fields: [{ section: 'general', group: null, row: null, field: 'curp', label: 'CURP' }],
          sources: [{ kind: 'extraction', extractionId: 88, field: 'curp' }],
        },
      ],
      ...head,
    });
  });
});
