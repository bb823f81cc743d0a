import { describe, expect, it } from 'vitest';
import { READERS } from '../../../src/lists/readers.ts';
import { listFile, readWhole } from '../../support/data/read-list.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const table = (...rows: string[]) => latin(`${rows.join('\r\n')}\r\n`);
const read = async (code: keyof typeof READERS, content: Uint8Array) =>
  await readWhole(READERS[code], [listFile('lista.csv', content)]);

describe('the list of article 69-B', () => {
  const TODAY = [
    'Información actualizada al 31 de mayo de 2024; los listados se publican,,,,,,,',
    'Listado completo de contribuyentes (Artículo 69-B del CFF),,,,,,,',
    'No.,RFC,Nombre del Contribuyente,Situación del contribuyente,Número y fecha de oficio global de presunción SAT,Publicación página SAT presuntos,Número y fecha de oficio global de presunción DOF,Publicación DOF presuntos',
  ];
  const BEFORE = [
    'Información actualizada al 26 de octubre de 2018,,,,,,,,,',
    'Listado completo de contribuyentes (Artículo 69-B del CFF),,,,,,,,,',
    'No,RFC,Nombre del Contribuyente,Situación del contribuyente,Publicación página SAT desvirtuados,Número y fecha de oficio global de contribuyentes que desvirtuaron,Publicación DOF desvirtuados,Número y fecha de oficio global de definitivos,Publicación página SAT definitivos,Publicación DOF definitivos',
  ];

  it('tells its day, counts situations, and keeps what is odd with a warning', async () => {
    const { byKey, reading } = await read(
      'sat69b',
      table(
        ...TODAY,
        '1,ÑAN140114GY4,"COMPAÑÍA ÑANDÚ\n & HIJOS, S.A.",Definitivo,500-1,25/05/2022 - 26/04/2021,,44029',
        '2,XXXXXXXXXXXX,Información suprimida,Definitivo,,,,',
        '3,ABC010203AB9,"\u00a0UNO, S.C. // Ahora DOS, S.C.",Presunto,,,,',
        '4,ABD010203AB9,TRES SA // En cumplimiento a la sentencia 1/2020,Desvirtuado,,,,',
      ),
    );
    expect(reading).toMatchObject({ asOf: '2024-05-31', rowsRead: 4, rowsSuppressed: 1 });
    expect(reading.tallies).toEqual({ Definitivo: 2, Presunto: 1, Desvirtuado: 1 });
    expect(byKey.get('ÑAN140114GY4')).toMatchObject({
      partyType: 'legal',
      names: [{ name: 'COMPAÑÍA ÑANDÚ & HIJOS, S.A.', kind: 'primary' }],
      details: {
        notices: [
          { stage: 'PRESUNTO', channel: 'SAT', dates: ['2022-05-25', '2021-04-26'] },
          { stage: 'PRESUNTO', channel: 'DOF', dates: ['2020-07-17'] },
        ],
      },
    });
    expect(byKey.get('ABC010203AB9')?.names).toEqual([
      { name: 'UNO, S.C.', kind: 'primary' },
      { name: 'DOS, S.C.', kind: 'nka' },
    ]);
    expect(byKey.get('ABD010203AB9')).toMatchObject({
      names: [{ name: 'TRES SA', kind: 'primary' }],
      details: { note: 'En cumplimiento a la sentencia 1/2020' },
    });
    expect(new Set(reading.warnings.map(({ code }) => code))).toEqual(new Set(['rfc_check_digit']));
  });

  it('is read in the layout of 2018, where official letters stand beside their publication', async () => {
    const { byKey, reading } = await read(
      'sat69b',
      table(...BEFORE, '1,ABC010203AB9,UNO,Definitivo,,,,500-9,28/09/18,5/10/18', ',,,,,,,,,'),
    );
    expect(reading).toMatchObject({ asOf: '2018-10-26', rowsRead: 2 });
    expect(byKey.get('ABC010203AB9')?.details['notices']).toEqual([
      {
        stage: 'DEFINITIVO',
        channel: 'SAT',
        office: '500-9',
        published: '28/09/18',
        dates: ['2018-09-28'],
      },
      {
        stage: 'DEFINITIVO',
        channel: 'DOF',
        office: '',
        published: '5/10/18',
        dates: ['2018-10-05'],
      },
    ]);
  });

  it('knows the oldest procedure of a taxpayer by the RFC alone, whatever the order of rows', async () => {
    const older = '1,ABC010203AB9,UNO,Sentencia Favorable,500-1,01/03/2017,,';
    const newer = '2,ABC010203AB9,UNO,Definitivo,500-2,01/12/2020,,';
    for (const rows of [
      [older, newer],
      [newer, older],
    ]) {
      const { byKey } = await read('sat69b', table(...TODAY, ...rows));
      expect([...byKey].map(([key, { status }]) => [key, status])).toEqual([
        ['ABC010203AB9', 'Sentencia Favorable'],
        ['ABC010203AB9/2', 'Definitivo'],
      ]);
    }
  });

  it('keeps a row without an RFC by its name, with a warning, and drops what is wholly blank', async () => {
    const { entries, reading } = await read(
      'sat69b',
      table(...TODAY, '1,,"UNO, S.C. // Ahora DOS, S.C.",Definitivo,500-1,25/05/2022,,', ',,,,,,,'),
    );
    expect(entries).toMatchObject([
      {
        key: 'UNO, S.C.',
        partyType: 'unknown',
        names: [{ name: 'UNO, S.C.' }, { name: 'DOS, S.C.' }],
        identifiers: [],
        status: 'Definitivo',
      },
    ]);
    expect(reading).toMatchObject({ rowsRead: 2, rowsSuppressed: 0 });
    expect(reading.warnings).toEqual([{ file: 'lista.csv', line: 4, code: 'without_rfc' }]);
  });

  it.each([
    ['a page', '<!DOCTYPE html><html>', /another kind of file/],
    ['a workbook', 'PK\u0003\u0004', /another kind of file/],
    ['an empty file', '', /is empty/],
    ['a table of something else', 'a,b\r\n1,2\r\n', /no header/],
    [
      'a header below the rows that are searched for it',
      `${'nota,\r\n'.repeat(10)}${TODAY.slice(2).join('\r\n')}\r\n1,ABC010203AB9,UNO,Definitivo,,,,`,
      /line 10: no header/,
    ],
    [
      'a table that ends within a quoted cell',
      `${TODAY.join('\r\n')}\r\n1,"AB`,
      /not a readable table/,
    ],
    [
      'an unknown situation',
      `${TODAY.join('\r\n')}\r\n1,ABC010203AB9,UNO,Otra,,,,`,
      /line 4: its situation/,
    ],
    [
      'a taxpayer without a name',
      `${TODAY.join('\r\n')}\r\n1,ABC010203AB9,,Definitivo,,,,`,
      /line 4: it has no name/,
    ],
    [
      'a row with neither RFC nor name',
      `${TODAY.join('\r\n')}\r\n1,,,Definitivo,,,,`,
      /line 4: it has no name/,
    ],
  ])('refuses %s', async (_, text, reason) => {
    await expect(read('sat69b', latin(text))).rejects.toThrow(reason);
  });
});

describe('the lists of article 69', () => {
  it('are read under each of their published headers', async () => {
    const { entries } = await read(
      'sat69-cancelados',
      table(
        'RFC,RAZON SOCIAL,TIPO PERSONA,SUPUESTO,FECHA DE CANCELACION,MONTO ,FECHA DE PUBLICACION,ENTIDAD FEDERATIVA',
        'ABC010203AB9,UNO SA DE CV,M,CANCELADOS,01/02/2015,"1,390,273",16/02/2015,JALISCO',
        'ABC010203AB9,UNO SA DE CV,M,CANCELADOS,01/03/2016,"5",16/03/2016,JALISCO',
      ),
    );
    expect(entries).toMatchObject([
      {
        key: 'ABC010203AB9',
        status: 'CANCELADOS',
        details: {
          cancelledOn: '2015-02-01',
          amount: '1,390,273',
          publishedOn: '2015-02-16',
          state: 'JALISCO',
        },
      },
      { key: 'ABC010203AB9', details: { amount: '5' } },
    ]);
    const { entries: accented } = await read(
      'sat69-exigibles',
      table(
        'RFC,RAZÓN SOCIAL,TIPO PERSONA,SUPUESTO,FECHAS DE PRIMERA PUBLICACION,ENTIDAD FEDERATIVA',
        'ABCD010203AB9,PÉREZ LÓPEZ ANA,F,EXIGIBLES,01/01/2014,',
      ),
    );
    expect(accented).toMatchObject([
      { partyType: 'natural', details: { publishedOn: '2014-01-01' } },
    ]);
  });

  it('keep a row without an RFC by its name, with a warning, and drop what is wholly blank', async () => {
    const { entries, reading } = await read(
      'sat69-csd',
      table('RFC,RAZON SOCIAL,TIPO PERSONA,SUPUESTO', ',UNO SA DE CV,M,CSD', ',,,'),
    );
    expect(entries).toMatchObject([
      {
        key: 'UNO SA DE CV',
        partyType: 'legal',
        names: [{ name: 'UNO SA DE CV' }],
        identifiers: [],
      },
    ]);
    expect(reading).toMatchObject({ rowsSuppressed: 0 });
    expect(reading.warnings).toEqual([{ file: 'lista.csv', line: 2, code: 'without_rfc' }]);
  });

  it('keep a row with a byte that no letter has, and columns that nobody foresaw', async () => {
    const bytes = table(
      'RFC,NOMBRE O RAZON SOCIAL,SUPUESTO DE CANCELACION CSD,FECHA RARA',
      'ABC010203AB9,UN\u008dO,FRACCION X,ayer',
    );
    const { entries, reading } = await read('sat69-csd', bytes);
    expect(entries).toMatchObject([{ status: 'FRACCION X', details: { 'FECHA RARA': 'ayer' } }]);
    expect(reading.warnings).toContainEqual({
      file: 'lista.csv',
      line: 2,
      code: 'unreadable_letter',
    });
  });
});
