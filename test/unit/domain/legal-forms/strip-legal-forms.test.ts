import { describe, expect, it } from 'vitest';
import {
  stripLegalForms,
  stripMexicanForms,
} from '../../../../src/domain/legal-forms/strip-legal-forms.ts';

function coreOf(text: string): string {
  return stripLegalForms(text.split(' ')).core.join(' ');
}

/** Ways to write each word of a form: whole, cut short, in its initial. */
const WAYS: Record<string, readonly (readonly string[])[]> = {
  'S A': [
    ['SOCIEDAD', 'SOC', 'S'],
    ['ANONIMA', 'ANON', 'A'],
  ],
  'S A P I': [
    ['SOCIEDAD', 'SOC', 'S'],
    ['ANONIMA', 'ANON', 'A'],
    ['PROMOTORA', 'PROM', 'P'],
    ['DE INVERSION', 'DE INV', 'INV', 'I'],
  ],
  'S DE RL': [
    ['SOCIEDAD', 'SOC', 'S'],
    ['DE RESPONSABILIDAD', 'DE RESP', 'DE R'],
    ['LIMITADA', 'LIM', 'L'],
  ],
  'S P R': [
    ['SOCIEDAD', 'SOC', 'S'],
    ['DE PRODUCCION', 'DE PROD', 'P'],
    ['RURAL', 'R'],
  ],
  'S A S': [
    ['SOCIEDAD', 'SOC', 'S'],
    ['POR ACCIONES', 'POR ACC', 'A'],
    ['SIMPLIFICADA', 'SIMP', 'S'],
  ],
  'A C': [
    ['ASOCIACION', 'ASOC', 'A'],
    ['CIVIL', 'C'],
  ],
  'S C': [
    ['SOCIEDAD', 'SOC', 'S'],
    ['CIVIL', 'C'],
  ],
};
const ENDS = ['', 'DE CAPITAL VARIABLE', 'DE CAP VAR', 'DE C V', 'DE CV'];
const CLAUSES = [
  '',
  'EN LIQUIDACION',
  'SOFOM ENR',
  'SOCIEDAD FINANCIERA DE OBJETO MULTIPLE ENTIDAD REGULADA',
];

function* writeAll(parts: readonly (readonly string[])[]): Generator<string> {
  const [first = [''], ...rest] = parts;
  for (const word of first)
    if (rest.length === 0) yield word;
    else for (const more of writeAll(rest)) yield `${word} ${more}`;
}

function joinWords(parts: readonly string[]): string {
  return ['MUEBLES ORTOGAL', ...parts].filter((part) => part !== '').join(' ');
}

describe('legal forms of Mexico', () => {
  it.each(Object.entries(WAYS))(
    '%s: each mixture of short and long words leaves the same name',
    (_, parts) => {
      const names = [...writeAll(parts)].flatMap((written) =>
        ENDS.flatMap((end) => CLAUSES.map((clause) => joinWords([written, end, clause]))),
      );
      const left = names.map((name) => ({ name, core: coreOf(name) }));
      expect(left.filter(({ core }) => core !== 'MUEBLES ORTOGAL')).toEqual([]);
    },
  );

  it.each([
    'VELTRA SADECV',
    'VELTRA SA DEC V',
    'VELTRA S DERL DE CV',
    'VELTRA SOCIEDADANONIMA DE CAPITALVARIABLE',
    'VELTRA SA INSTITUCION DE BANCA MULTIPLE GRUPO FINANCIERO VELTRA DEL SUR',
    'VELTRA SA DE CV CASA DE BOLSA',
    'VELTRA UNION DE CREDITO SA DE CV',
    'VELTRA SC DE RL DE CV',
    'VELTRA S EN C POR A',
    'VELTRA ORGANISMO PUBLICO DESCENTRALIZADO',
    'VELTRA SOCIEDAD NACIONAL DE CREDITO EN CONCURSO MERCANTIL',
    'VELTRASA DE CV',
    'FIDEICOMISO VELTRA',
    'SOCIEDAD COOPERATIVA VELTRA SCL',
  ])('%s is VELTRA', (name) => {
    expect(coreOf(name)).toBe('VELTRA');
  });

  it.each(['GRUPO SAMI', 'CASA', 'LA SOCIEDAD CIVIL', 'SERVICIOS AP', 'S DE RL DE CV', 'SA'])(
    '%s is all name',
    (name) => {
      expect(coreOf(name)).toBe(name);
    },
  );

  it('initials before another form belong to the name', () => {
    expect(coreOf('RESPUESTOS SCP SA DE CV')).toBe('RESPUESTOS SCP');
  });

  it('forms of other countries stay where those of Mexico are asked for', () => {
    const words = ['VELTRA', 'LLC', 'SA', 'DE', 'CV'];
    const { core, forms } = stripMexicanForms(words);
    expect(core).toEqual(['VELTRA', 'LLC']);
    expect(forms.map(({ initials }) => initials)).toEqual(['SA', 'DE CV']);
  });
});

describe('legal forms of the world', () => {
  it.each([
    'OOO VELTRA',
    'OBSHCHESTVO S OGRANICHENNOY OTVETSTVENNOSTYU VELTRA',
    'PT VELTRA TBK',
    'VELTRA SDN BHD',
    'CONG TY TRACH NHIEM HUU HAN MOT THANH VIEN VELTRA',
    'CONG TY CO PHAN VELTRA',
    'VELTRA CO LTD',
    'VELTRA COMPANY LIMITED',
    'VELTRA PVT LTD',
    'VELTRA GMBH AND CO KG',
    'VELTRA GESELLSCHAFT MIT BESCHR HAFTUNG',
    'VELTRA LIMITED LIABILTY COMPANY',
    'VELTRA SPOLKA Z OGRANICZONA ODPOWIEDZIALNOSCIA',
  ])('%s is VELTRA', (name) => {
    expect(coreOf(name)).toBe('VELTRA');
  });
});
