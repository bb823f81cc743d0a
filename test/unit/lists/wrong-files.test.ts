import { describe, expect, it } from 'vitest';
import { SAT69_LISTS } from '../../../src/domain/lists/list-source.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { listFile, readWhole } from '../../support/data/read-list.ts';
import { makeSat69List, SAT69_GROUNDS } from '../../support/data/sat-lists.ts';
import { makeSat69bList } from '../../support/data/sat69b-list.ts';

const read = async (code: keyof typeof READERS, ...contents: (string | Uint8Array)[]) =>
  await readWhole(
    READERS[code],
    contents.map((content, index) => listFile(`file-${index + 1}`, content)),
  );

describe('a list of article 69', () => {
  const PAIRS = SAT69_LISTS.flatMap((code) =>
    SAT69_LISTS.filter((other) => other !== code).map((other) => [code, other] as const),
  );

  it.each(SAT69_LISTS)('%s is read from a file of its own', async (code) => {
    const file = makeSat69List([['AAA010101AA0', 'UNO']], code);
    expect((await read(code, file)).entries).toHaveLength(1);
  });

  it.each(PAIRS)('%s is refused from a file of %s', async (code, other) => {
    const file = makeSat69List([['AAA010101AA0', 'UNO']], other);
    await expect(read(code, file)).rejects.toThrow(
      new RegExp(
        `^Nothing was loaded: file-1, line 2: its SUPUESTO is .*, of ${other}; ${code} has `,
      ),
    );
  });

  it('is refused by one wrong row, and by a word of no list, which is not quoted', async () => {
    const sound = makeSat69List([['AAA010101AA0', 'UNO']], 'sat69-firmes').toString('latin1');
    const row = (ground: string) =>
      Buffer.from(`${sound}BBB010101BB0,DOS,M,${ground},01/02/2024,JALISCO\r\n`, 'latin1');
    await expect(read('sat69-firmes', row(SAT69_GROUNDS['sat69-exigibles']))).rejects.toThrow(
      'line 3: its SUPUESTO is EXIGIBLES, of sat69-exigibles; sat69-firmes has FIRMES.',
    );
    await expect(read('sat69-firmes', row('PEREZ LOPEZ ANA'))).rejects.toThrow(
      'line 3: its SUPUESTO is of no list that is known; sat69-firmes has FIRMES.',
    );
    const { entries } = await read('sat69-firmes', row(' Firmes '));
    expect(entries).toHaveLength(2);
  });

  it('without a SUPUESTO is read with a warning: it does not state which list it is', async () => {
    const { reading } = await read('sat69-firmes', 'RFC,RAZON SOCIAL\r\nAAA010101AA0,UNO\r\n');
    expect(reading.warnings).toContainEqual({
      file: 'file-1',
      line: 1,
      code: 'without_supposition',
    });
  });
});

it('the list of article 69-B is refused as that of 69-B Bis, and the other way about', async () => {
  const row = { rfc: 'AAA010101AA0', name: 'UNO, S.C.', situation: 'Presunto' };
  const [complete, bis] = ['69-B', '69-B Bis'].map((article) =>
    makeSat69bList('2024-05-17', [row], article),
  );
  expect((await read('sat69b', complete ?? '')).entries).toHaveLength(1);
  expect((await read('sat69b-bis', bis ?? '')).entries).toHaveLength(1);
  await expect(read('sat69b', bis ?? '')).rejects.toThrow('the file states sat69b-bis, not sat69b');
  await expect(read('sat69b-bis', complete ?? '')).rejects.toThrow(
    'the file states sat69b, not sat69b-bis',
  );
});

const alt = (orphans: number) =>
  Array.from(
    { length: 200 },
    (_, index) => `${index < orphans ? 9000 + index : index + 1},${index},"aka","DOS",-0- `,
  ).join('\r\n');
const add = (orphans: number) =>
  Array.from(
    { length: 100 },
    (_, index) =>
      `${index < orphans ? 9000 + index : index + 1},${index},"Calle","Lugar","MX",-0- `,
  ).join('\r\n');

describe("OFAC's parts of different days", () => {
  const nulls = Array.from({ length: 6 }, () => '-0- ').join(',');
  const sdn = Array.from(
    { length: 200 },
    (_, index) => `${index + 1},"UNO ${index}",-0- ,"X",-0- ,${nulls},-0- `,
  ).join('\r\n');
  it('are told by line up to one row in a hundred, and refused beyond', async () => {
    const { reading, entries } = await read('ofac-sdn', sdn, alt(2), add(1));
    expect(entries).toHaveLength(200);
    expect(reading.warnings.filter(({ code }) => code.startsWith('orphan'))).toEqual([
      { file: 'file-2', line: 1, code: 'orphan_alternates' },
      { file: 'file-2', line: 2, code: 'orphan_alternates' },
      { file: 'file-3', line: 1, code: 'orphan_addresses' },
    ]);
    await expect(read('ofac-sdn', sdn, alt(3))).rejects.toThrow(
      /file-2, line 1: 3 of its 200 rows \(1\.5 %\) are of no entry .*at most 1 %/,
    );
    await expect(read('ofac-sdn', sdn, alt(0), add(45))).rejects.toThrow(
      /file-3, line 1: 45 of its 100 rows \(45\.0 %\)/,
    );
  });
});

const xml = (programs: readonly string[]) =>
  `<sdnList>${programs
    .map(
      (program, at) =>
        `<sdnEntry><uid>${at + 1}</uid><lastName>UNO</lastName><sdnType>Entity</sdnType><programList><program>${program}</program></programList></sdnEntry>`,
    )
    .join('')}</sdnList>`;

describe('a list of OFAC', () => {
  const nulls = Array.from({ length: 7 }, () => '-0- ').join(',');
  const csv = (programs: readonly string[]) =>
    programs
      .map((program, at) => `${at + 1},"UNO ${at}",-0- ,"${program}",${nulls},-0- `)
      .join('\r\n');
  const SDN = ['SDGT', 'SDNTK', 'IRAN', 'UKRAINE-EO13662'];
  const CONSOLIDATED = ['NS-PLC', 'CMIC-EO13959', 'UKRAINE-EO13662', '561-Related'];

  it.each([
    ['CSV', csv],
    ['XML', xml],
  ])('as %s is read as what it is, and refused as the other one', async (_format, write) => {
    expect((await read('ofac-sdn', write(SDN))).entries).toHaveLength(4);
    expect((await read('ofac-cons', write(CONSOLIDATED))).entries).toHaveLength(4);
    await expect(read('ofac-sdn', write(CONSOLIDATED))).rejects.toThrow(
      'file-1, line 1: 3 of its 4 entries (75.0 %) are in programs of ofac-cons; a file of ofac-sdn may have at most 1 % of them',
    );
    await expect(read('ofac-cons', write(SDN))).rejects.toThrow(
      '2 of its 4 entries (50.0 %) are in programs of ofac-sdn',
    );
  });

  it('may have one entry in a hundred in a program of the other', async () => {
    const programs = Array.from({ length: 100 }, () => 'IRAN');
    const { entries } = await read('ofac-sdn', csv([...programs.slice(1), 'NS-PLC']));
    expect(entries).toHaveLength(100);
    await expect(read('ofac-sdn', csv([...programs, 'NS-PLC', 'NS-PLC']))).rejects.toThrow(
      '2 of its 102 entries (2.0 %)',
    );
  });

  it.each([
    ['SDN List', 'ofac-sdn', 'ofac-cons'],
    ['Consolidated List', 'ofac-cons', 'ofac-sdn'],
  ] as const)('as advanced XML of the %s is refused as the other one', async (name, own, other) => {
    const file = `<Sanctions><ReferenceValueSets><ListValues><List ID="9">${name}</List></ListValues></ReferenceValueSets>
      <DistinctParties><DistinctParty FixedRef="1"><Profile ID="1" PartySubTypeID="1"><Identity ID="1"><Alias Primary="true">
      <DocumentedName><DocumentedNamePart><NamePartValue>UNO</NamePartValue></DocumentedNamePart></DocumentedName></Alias></Identity></Profile></DistinctParty></DistinctParties>
      <SanctionsEntries><SanctionsEntry ProfileID="1" ListID="9"></SanctionsEntry></SanctionsEntries></Sanctions>`;
    expect((await read(own, file)).entries).toHaveLength(1);
    await expect(read(other, file)).rejects.toThrow(`the file states ${own}, not ${other}`);
  });
});

const line = (at: number, broken: boolean, letter = 'Ñ') => {
  const bytes = Buffer.from(`NIÑO ${at},${letter}\n`);
  return broken ? Buffer.concat([Buffer.from([0xd1]), bytes]) : bytes;
};

const lines = (header: string, brokenAt: number) =>
  Buffer.concat([
    Buffer.from(header),
    ...Array.from({ length: 400 }, (_, index) => line(index + 2, index + 2 === brokenAt)),
  ]);

describe('a byte that is no UTF-8', () => {
  it.each([2, 53, 400])('in a table is told at its own line (%i)', async (at) => {
    await expect(
      readWhole(READERS['pep-mx-congreso'], [listFile('f', lines('nombre,cargo\n', at))]),
    ).rejects.toThrow(
      `Nothing was loaded: f, line ${at}: a byte is not UTF-8, unlike the rest of the file.`,
    );
  });

  it.each([2, 53, 400])('in XML is told at its own line (%i)', async (at) => {
    const file = listFile('f', lines('<CONSOLIDATED_LIST>\n', at));
    await expect(readWhole(READERS['un-sc'], [file])).rejects.toThrow(
      `Nothing was loaded: f, line ${at}: a byte is not UTF-8.`,
    );
  });
});
