import { describe, expect, it } from 'vitest';
import {
  DEFAULT_QUESTIONNAIRE,
  DEFAULT_TEMPLATE,
} from '../../../../src/domain/socioeconomic/default/default-template.ts';
import { SECTION_KEYS } from '../../../../src/domain/socioeconomic/template/section-keys.ts';
import { TEMPLATE_BYTES_MAX } from '../../../../src/domain/socioeconomic/template/template.ts';
import {
  findQuestionFaults,
  readTemplate,
  type TemplateFault,
} from '../../../../src/resolvers/socioeconomic/read-template.ts';

const DEFAULT_JSON = JSON.stringify(DEFAULT_TEMPLATE, null, 2);
const questions = new Set(DEFAULT_QUESTIONNAIRE.questions.map(({ key }) => key));
const known = new Map([[DEFAULT_QUESTIONNAIRE.key, questions]]);

function faultsOf(json: string): TemplateFault[] {
  const read = readTemplate(json);
  return read.kind === 'refused' ? read.faults : findQuestionFaults(read, known);
}

function told(json: string): [string, string, number][] {
  return faultsOf(json).map(({ path, code, line }) => [path.join('.'), code, line]);
}

/** The default template with the first of something changed, and the line that it is in. */
function changed(from: string, to: string): { json: string; line: number } {
  expect(DEFAULT_JSON.split(from).length).toBeGreaterThan(1);
  const line = DEFAULT_JSON.slice(0, DEFAULT_JSON.indexOf(from)).split('\n').length;
  return { json: DEFAULT_JSON.replace(from, to), line };
}

describe('the template that every service has', () => {
  it('reads as it is from its own JSON, and its questionnaire asks all its questions', () => {
    const read = readTemplate(DEFAULT_JSON);
    expect(read).toMatchObject({ kind: 'read', template: DEFAULT_TEMPLATE });
    expect(faultsOf(DEFAULT_JSON)).toEqual([]);
    expect(DEFAULT_TEMPLATE.sections.map(({ key }) => key)).toEqual(SECTION_KEYS);
  });

  it('asks no question that feeds nothing, and none twice', () => {
    const { questions: asked } = DEFAULT_QUESTIONNAIRE;
    expect(questions.size).toBe(asked.length);
    for (const { key, text } of asked) {
      expect(key).toMatch(/^socio_/);
      expect(text).toMatch(/\?$/);
      const pattern = key.replace(/_\d+_/, '_{n}_');
      expect(DEFAULT_JSON).toContain(`"${pattern}"`);
    }
  });
});

describe('a template of somebody else', () => {
  it('needs no member that says nothing', () => {
    const sections = SECTION_KEYS.map((key) => ({ key, title: key }));
    const json = JSON.stringify({
      key: 'short',
      version: 1,
      language: 'es',
      title: 'Corto',
      questionnaires: [],
      sections,
    });
    expect(faultsOf(json)).toEqual([]);
  });

  it('is refused for a question that nobody asks, with its path and line', () => {
    const { json, line } = changed('"socio_general_nss"', '"socio_general_nsss"');
    expect(told(json)).toEqual([['sections.0.fields.3.feeds.0.question', 'not_found', line]]);
    expect(faultsOf(json)[0]?.message).not.toContain('nsss');
  });

  it('is refused where its rows ask for more than the questionnaire does', () => {
    const { json } = changed('"rowsAsked": 8', '"rowsAsked": 9');
    expect(told(json).map(([path, code]) => [path, code])).toEqual(
      [0, 1, 2, 3, 4].map((column) => [
        `sections.3.groups.0.columns.${column}.feeds.0.question`,
        'not_found',
      ]),
    );
  });

  it('is refused for a questionnaire that the service has not', () => {
    const [path] = told(changed(`"${DEFAULT_QUESTIONNAIRE.key}"\n  ]`, '"another"\n  ]').json);
    expect(path?.slice(0, 2)).toEqual(['questionnaires.0', 'not_found']);
  });

  it.each([
    ['"kind": "yes_no"', '"kind": "maybe"', 'not_allowed'],
    ['"isRequired": true', '"isRequired": "yes"', 'wrong_type'],
    ['"label": "Nombre completo"', '"label": " "', 'too_short'],
    ['"language": "es"', '"language": "en"', 'not_allowed'],
    ['"question": "socio_general_nss"', '"question": "other_nss"', 'wrong_format'],
    ['"question": "socio_general_nss"', '"question": "socio_{n}"', 'wrong_format'],
    ['_{n}_amount"', '_amount"', 'wrong_format'],
    ['"key": "rfc"', '"key": "curp"', 'duplicate'],
  ])('is refused with %s as %s: %s', (from, to, code) => {
    const { json, line } = changed(from, to);
    expect(told(json)).toEqual(expect.arrayContaining([[expect.any(String), code, line]]));
  });

  it('is refused where figures could not be computed from it', () => {
    const [before = '', after = ''] = DEFAULT_JSON.split('"key": "residents"');
    const json = `${before}"key": "residents"${after.replace('"kind": "count"', '"kind": "text"')}`;
    expect(told(json)).toMatchObject([
      ['sections.6.fields.4.kind', 'contradicts', expect.any(Number)],
    ]);
  });

  it('is refused for members that there are not, each time with its line', () => {
    const { json, line } = changed('"title": "Datos generales",', '"title": "x", "colour": 1,');
    expect(told(json)).toEqual([['sections.0.colour', 'unknown_field', line]]);
  });

  it('is refused without its sections in their order', () => {
    const json = DEFAULT_JSON.replace('"key": "home"', '"key": "housing"');
    expect(told(json).map(([path, code]) => [path, code])).toEqual([['sections', 'not_allowed']]);
  });

  it('is refused where it is no JSON, from the line on, and quotes nothing of it', () => {
    const json = DEFAULT_JSON.replace('"Datos generales",', '"Datos secretos"');
    const line = json.split('\n').findIndex((one) => one.includes('Datos secretos')) + 2;
    expect(faultsOf(json)).toEqual([
      { path: [], code: 'wrong_format', message: 'Not valid JSON from here', line },
    ]);
    expect(told('')).toEqual([['', 'wrong_format', 1]]);
    expect(told('['.repeat(100_000))).toEqual([['', 'wrong_format', 1]]);
  });

  it('is refused where it is nested beyond all measure, in little room', () => {
    const depth = TEMPLATE_BYTES_MAX / 2;
    // The paths of so many levels would be gigabytes.
    expect(told('['.repeat(depth) + ']'.repeat(depth))).toEqual([['', 'wrong_type', 1]]);
  });

  it('is refused where it is larger than any needs to be', () => {
    expect(told(' '.repeat(TEMPLATE_BYTES_MAX + 1))).toEqual([['', 'too_large', 1]]);
  });
});
