import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READERS } from '../../../src/lists/readers.ts';
import { parseDateInText } from '../../../src/lists/text/spanish-dates.ts';
import { listFile, readWhole } from '../../support/data/read-list.ts';

const MONTHS = [
  ['enero', 'ene.', 'ENERO'],
  ['febrero', 'feb.', 'Febrero'],
  ['marzo', 'mar.', 'MARZO'],
  ['abril', 'abr.', 'Abril'],
  ['mayo', 'may.', 'MAYO'],
  ['junio', 'jun.', 'Junio'],
  ['julio', 'jul.', 'JULIO'],
  ['agosto', 'ago.', 'Agosto'],
  ['septiembre', 'setiembre', 'sept.'],
  ['octubre', 'oct.', 'OCTUBRE'],
  ['noviembre', 'nov.', 'Noviembre'],
  ['diciembre', 'dic.', 'DICIEMBRE'],
];

const ORDINALS = ['', '°', 'º', 'o.', ' °', '.º'];
const WORDS = [
  'primero',
  'dos',
  'tres',
  'cuatro',
  'cinco',
  'seis',
  'siete',
  'ocho',
  'nueve',
  'diez',
];
const YEARS: Readonly<Record<number, string>> = {
  2018: 'dos mil dieciocho',
  2020: 'dos mil veinte',
  2026: 'dos mil veintiséis',
  2031: 'dos mil treinta y uno',
};

function two(part: number): string {
  return String(part).padStart(2, '0');
}

const spoken = fc
  .record({
    year: fc.constantFrom(2018, 2020, 2026, 2031),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
    ordinal: fc.constantFrom(...ORDINALS),
    spelling: fc.nat(2),
    form: fc.nat(7),
    link: fc.constantFrom(' de ', ' del ', ' de  ', ', ', ' del año '),
  })
  .map(({ year, month, day, ordinal, spelling, form, link }) => {
    const name = MONTHS[month - 1]?.[spelling] ?? '';
    const forms = [
      `${day}${ordinal} de ${name}${link}${year}`,
      `${two(day)}/${two(month)}/${year}`,
      `${day}-${month}-${year}`,
      `${two(day)}.${two(month)}.${year}`,
      `${year}-${two(month)}-${two(day)}`,
      `${day}-${name.replace('.', '')}-${year}`,
      `${day <= 10 ? WORDS[day - 1] : day} de ${name} de ${YEARS[year]}`,
      `${name} ${day}, ${year}`,
    ];
    return { text: forms[form] ?? '', date: `${year}-${two(month)}-${two(day)}` };
  });

describe('a Spanish date', () => {
  it('is read in each of its forms, whatever stands around it', () => {
    const before = fc.constantFrom(
      '',
      'Información actualizada al ',
      'Listado (Art. 69-B) al ',
      'CORTE: ',
    );
    const after = fc.constantFrom('', '; los listados se publican', '.', ' (1,234 filas)');
    fc.assert(
      fc.property(before, spoken, after, (start, { text, date }, end) => {
        expect(parseDateInText(`${start}${text}${end}`)).toBe(date);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['31 de abril de 2026', null],
    ['30 de febrero de 2026', null],
    ['1 de mes de 2026', null],
    ['abril de 2026', null],
    ['500-05-2018-16632', null],
    ['del 1 de enero de 2014 al 31 de mayo de 2024', null],
    [
      `${'ó'.repeat(20).normalize('NFD')} del 1 de enero de 2014, actualizado al 31 de mayo de 2024`,
      '2024-05-31',
    ],
    ['del 1 de enero de 2014, actualizado al 31 de mayo de 2024', '2024-05-31'],
    ['al 31 de mayo de 2024 (31/05/2024)', '2024-05-31'],
  ])('%s is %s', (text, date) => {
    expect(parseDateInText(text)).toBe(date);
  });
});

describe('the day of a list of article 69-B', () => {
  const HEADER = 'No,RFC,Nombre del Contribuyente,Situación del contribuyente';
  const ROW = '1,AAA010101AA0,"UNO, S.C.",Presunto';
  const read = async (...intro: string[]) =>
    (await readWhole(READERS.sat69b, [listFile('f', [...intro, HEADER, ROW].join('\n'))])).reading;
  const codes = ({ warnings }: Awaited<ReturnType<typeof read>>) =>
    warnings.filter(({ code }) => code.startsWith('day'));

  it('is what the rows before the header state, in whichever of them and whichever form', async () => {
    await fc.assert(
      fc.asyncProperty(spoken, fc.boolean(), async ({ text, date }, isSecond) => {
        const said = `"Información actualizada al ${text}",,,`;
        const title = 'Listado completo (Artículo 69-B del CFF),,,';
        const reading = await read(...(isSecond ? [title, said] : [said, title]));
        expect([reading.asOf, codes(reading)]).toEqual([date, []]);
      }),
    );
  });

  it('is unknown with a warning where it is missing, or cannot be read', async () => {
    const title = 'Listado completo (Artículo 69-B del CFF),,,';
    const none = await read(title);
    expect([none.asOf, codes(none)]).toEqual([null, [{ file: 'f', line: 1, code: 'day_missing' }]]);
    const odd = await read(title, 'Actualizada al 31 de abril de 2026,,,');
    expect([odd.asOf, codes(odd)]).toEqual([
      null,
      [{ file: 'f', line: 2, code: 'day_unreadable' }],
    ]);
  });
});
