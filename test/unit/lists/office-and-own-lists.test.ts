import { describe, expect, it } from 'vitest';
import { readOwnList } from '../../../src/lists/own/own-list.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { makeWorkbook } from '../../support/data/make-workbook.ts';
import { listFile, readWhole } from '../../support/data/read-list.ts';

describe('lists of people in office', () => {
  it('keep each office of a person, without forms of address', async () => {
    const leaders =
      'name,office,country\nAna UNO Dos,"Minister, Acting",Mexico\nAna UNO Dos,President,\n';
    const { entries, reading } = await readWhole(READERS['pep-cia'], [listFile('a.csv', leaders)]);
    expect(entries).toMatchObject([
      {
        names: [{ name: 'Ana UNO Dos' }],
        countries: ['Mexico'],
        details: { office: 'Minister, Acting' },
      },
      { countries: [], details: { office: 'President' } },
    ]);
    expect(reading.warnings).toEqual([{ file: 'a.csv', line: 3, code: 'without_country' }]);
    const congress =
      '"nombre","cargo","entidad","legislatura"\n"Dip. Dra. Ana Peña","Diputada","Puebla","LXIV"\n';
    const { entries: members } = await readWhole(READERS['pep-mx-congreso'], [
      listFile('b.csv', congress),
    ]);
    expect(members).toMatchObject([
      {
        names: [{ name: 'Ana Peña' }],
        countries: ['Mexico'],
        details: { office: 'Diputada', state: 'Puebla', legislature: 'LXIV' },
      },
    ]);
  });

  it('are read from the two forms of OpenSanctions', async () => {
    const targets =
      '"id","schema","name","aliases","birth_date","countries","identifiers"\n"Q1","Person","Ana Uno","Ana 1;A. Uno","1960-05","mx","AB-1"\n';
    const { byKey } = await readWhole(READERS.opensanctions, [listFile('targets.csv', targets)]);
    const EXPECTED = {
      partyType: 'natural',
      names: [
        { name: 'Ana Uno', kind: 'primary' },
        { name: 'Ana 1', kind: 'aka' },
        { name: 'A. Uno', kind: 'aka' },
      ],
      birthDates: ['1960-05'],
      countries: ['mx'],
    };
    expect(byKey.get('Q1')).toMatchObject(EXPECTED);
    const person = {
      id: 'Q1',
      schema: 'Person',
      caption: 'Ana Uno',
      properties: {
        name: ['Ana Uno', 'Ana 1'],
        alias: ['A. Uno'],
        birthDate: ['1960-05'],
        country: ['mx'],
      },
    };
    const before = { holder: ['Q1'], post: ['P1'], startDate: ['2012'], endDate: ['2018-11-30'] };
    const now = { holder: ['Q1'], post: ['P2'], startDate: ['2019-01-01'] };
    const links = [
      { id: 'L1', schema: 'Occupancy', properties: before },
      { id: 'L2', schema: 'Occupancy', properties: now },
      { id: 'P1', schema: 'Position', caption: 'Mayor of Faro', properties: {} },
      { id: 'P2', schema: 'Position', properties: { name: ['Minister of Light'] } },
    ];
    const lines = [person, ...links].map((one) => JSON.stringify(one)).join('\n');
    const ftm = await readWhole(READERS.opensanctions, [listFile('ftm.json', lines)]);
    expect(ftm.reading.tallies).toEqual({ Person: 1, Occupancy: 2, Position: 2 });
    expect([...ftm.byKey.values()]).toMatchObject([EXPECTED]);
    const last = { office: 'Minister of Light', from: '2019-01-01' };
    expect(ftm.byKey.get('Q1')?.details).toEqual({
      schema: 'Person',
      ...last,
      offices: [last, { office: 'Mayor of Faro', from: '2012', to: '2018-11-30' }],
    });
    await expect(
      readWhole(READERS.opensanctions, [listFile('ftm.json', `${lines}\n{"id":`)]),
    ).rejects.toThrow(/ftm.json, line 6/);
  });
});

describe('the workbook of sanctioned suppliers', () => {
  const HEADER = [
    'Proveedor y Contratista',
    'Expediente',
    'Procedimiento Administrativo',
    'Inicio de la sanción',
    'Monto de la Multa',
  ];

  it('is read by its headers', async () => {
    const workbook = makeWorkbook([
      HEADER,
      ['UNO, S.A. DE C.V.', '1/2022', 'PA-1', '21-02-2026', '5.00'],
    ]);
    const { entries } = await readWhole(READERS.sfp, [listFile('sfp.xlsx', workbook)]);
    expect(entries).toMatchObject([
      {
        names: [{ name: 'UNO, S.A. DE C.V.', kind: 'primary' }],
        details: { file: '1/2022', procedure: 'PA-1', from: '2026-02-21', fine: '5.00' },
      },
    ]);
  });

  it.each([
    ['no workbook', Buffer.from('name\nUNO\n'), /not a workbook/],
    ['a cut workbook', makeWorkbook([HEADER]).subarray(0, 300), /not a workbook/],
    ['a workbook of something else', makeWorkbook([['a', 'b']]), /missing column PROVEEDOR/],
    ['a row without a name', makeWorkbook([HEADER, ['', '1/2022']]), /line 2: it has no name/],
  ])('refuses %s', async (_, bytes, reason) => {
    await expect(readWhole(READERS.sfp, [listFile('sfp.xlsx', bytes)])).rejects.toThrow(reason);
  });
});

describe("a service's own list", () => {
  it('is read by its own columns', async () => {
    const text =
      'Razon Social,Tipo,RFC,Motivo\n"UNO, S.A.; EL UNO",MOR,abc-010203-ab9,Fraude\nANA DOS,,,\n';
    const read = readOwnList({ name: 'Razon Social', type: 'TIPO', note: 'Motivo' });
    const { entries } = await readWhole(read, [listFile('own.csv', text)]);
    expect(entries).toMatchObject([
      {
        key: 'ABC010203AB9',
        partyType: 'legal',
        names: [
          { name: 'UNO, S.A.', kind: 'primary' },
          { name: 'EL UNO', kind: 'aka' },
        ],
        identifiers: [{ kind: 'rfc', value: 'ABC010203AB9' }],
        details: { note: 'Fraude' },
      },
      { key: 'ANA DOS', partyType: 'unknown', details: {} },
    ]);
  });

  it('takes births as they are written in Mexico, and tells what is odd by its line', async () => {
    const births = '17/05/1960;5-6-1960;17.05.1960;17 de mayo de 1960;1960;1960-05;1960-05-17';
    const others = '1960~;1960/1963';
    const odd = '05/17/1960;31/02/1960;17/05/60;1960-13;N/D';
    const { entries, reading } = await readWhole(readOwnList({}), [
      listFile(
        'own.csv',
        `name,rfc,curp,birth_date
UNO,CUPU800825568,BADD110313HCMLNS06,${births};${others}
DOS,,,${odd}
TRES,NO-ES-RFC,XX,
CUATRO,CUPU800825560;CUPU800825;XAXX010101000,BADD110313HCMLNS08,
`,
      ),
    ]);
    expect(entries.map((entry) => entry.birthDates)).toEqual([
      [
        '1960-05-17',
        '1960-06-05',
        '1960-05-17',
        '1960-05-17',
        '1960',
        '1960-05',
        '1960-05-17',
        ...others.split(';'),
      ],
      odd.split(';'),
      [],
      [],
    ]);
    expect(entries[2]?.identifiers.map(({ kind, value }) => [kind, value])).toEqual([
      ['rfc', 'NOESRFC'],
      ['curp', 'XX'],
    ]);
    expect(reading.warnings.map(({ line, code }) => `${line} ${code}`)).toEqual([
      ...odd.split(';').map(() => '3 birth_date_form'),
      '4 rfc_form',
      '4 curp_form',
      '5 rfc_check_digit',
      '5 generic_rfc',
      '5 curp_check_digit',
    ]);
  });

  it.each([
    ['without a column of names', 'nombre\nUNO\n', /missing column name/],
    ['with a row without a name', 'name,type\n,MOR\n', /line 2: it has no name/],
    ['with a type that is none', 'name,type\nUNO,perro\n', /line 2: its type/],
  ])('is refused %s', async (_, text, reason) => {
    await expect(readWhole(readOwnList({}), [listFile('own.csv', text)])).rejects.toThrow(reason);
  });
});
