import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ListReader } from '../../../src/lists/list-reader.ts';
import { readOwnList } from '../../../src/lists/own/own-list.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { listFile, type ReadResult, readWhole } from '../../support/data/read-list.ts';
import { makeSat69List } from '../../support/data/sat-lists.ts';
import { makeSat69bList } from '../../support/data/sat69b-list.ts';

const NAMES = ['PEÑA Y LÓPEZ', 'ÁLVAREZ MUÑIZ', 'COMERCIALIZADORA DEL ESTE'];
const RFCS = ['CIE150318QX5', 'TIM990101AB1', 'OSC880505XY9'];
const rows = (make: (name: string, at: number) => string): string => NAMES.map(make).join('\n');

/** A sound list of each kind that is published as a table, of three entries. */
const LISTS: readonly (readonly [name: string, read: ListReader, sound: Buffer])[] = [
  [
    'OFAC',
    READERS['ofac-sdn'],
    Buffer.from(rows((name, at) => `${at},"${name}","-0-","SDNTK",1,2,3,4,5,6,7,"-0-"`)),
  ],
  [
    'article 69',
    READERS['sat69-exigibles'],
    makeSat69List(NAMES.map((name, at) => [RFCS[at] ?? '', name])),
  ],
  [
    'article 69-B',
    READERS.sat69b,
    makeSat69bList(
      '2024-05-17',
      NAMES.map((name, at) => ({ rfc: RFCS[at] ?? '', name, situation: 'Presunto' })),
    ),
  ],
  [
    'the CIA',
    READERS['pep-cia'],
    Buffer.from(`name,office,country\n${rows((name) => `"${name}","Minister","Peru"`)}`),
  ],
  [
    'Congress',
    READERS['pep-mx-congreso'],
    Buffer.from(
      `nombre,cargo,entidad,legislatura\n${rows((name) => `"${name}","Senador","Puebla","LXIV"`)}`,
    ),
  ],
  [
    'OpenSanctions',
    READERS.opensanctions,
    Buffer.from(
      `id,schema,name,aliases,countries\n${rows((name, at) => `Q${at},Person,"${name}","",mx`)}`,
    ),
  ],
  [
    'a service’s own',
    readOwnList({}),
    Buffer.from(`name,rfc,country\n${rows((name, at) => `"${name}",${RFCS[at]},Mexico`)}`),
  ],
];

const text = (bytes: Buffer): string => bytes.toString('latin1');

/** The last row without its last two cells, or with one more. */
function withLastRow(bytes: Buffer, change: (cells: string[]) => string[]): Buffer {
  const lines = text(bytes).trimEnd().split('\n');
  const last = (lines.pop() ?? '').split(',');
  return Buffer.from([...lines, change(last).join(',')].join('\n'), 'latin1');
}

const SPOILT: readonly (readonly [what: string, spoil: (bytes: Buffer) => Buffer])[] = [
  ['empty', () => Buffer.alloc(0)],
  ['of its header only, cut', (bytes) => bytes.subarray(0, 3)],
  ['a page', () => Buffer.from('\r\n <!DOCTYPE html><html>No disponible</html>')],
  ['a word', () => Buffer.from('Not found')],
  ['JSON', () => Buffer.from('{"error":"no"}')],
  ['packed', (bytes) => gzipSync(bytes)],
  ['a workbook', () => Buffer.from('PK\u0003\u0004')],
  ['UTF-16', (bytes) => Buffer.from(`\ufeff${text(bytes)}`, 'utf16le')],
  ['encoded twice', (bytes) => Buffer.from(`${text(bytes)}\n"PEÃ‘A"`, 'utf8')],
  ['with bytes of nothing in it', (bytes) => Buffer.concat([bytes, Buffer.alloc(10)])],
  ['cut within the last row', (bytes) => withLastRow(bytes, (cells) => cells.slice(0, -2))],
  ['with a cell too many', (bytes) => withLastRow(bytes, (cells) => [...cells, 'x'])],
  ['with a quote that never ends', (bytes) => withLastRow(bytes, () => ['"x', 'y'])],
  ['with another separator', (bytes) => Buffer.from(text(bytes).replaceAll(',', ';'), 'latin1')],
];

describe.each(LISTS)('the list of %s', (_name, read, sound) => {
  it('is read where it is sound, its last row without a line break too', async () => {
    const { entries } = await readWhole(read, [listFile('list.csv', sound)]);
    expect(entries.map(({ names }) => names[0]?.name)).toEqual(NAMES);
    const cut = Buffer.from(text(sound).trimEnd(), 'latin1');
    expect((await readWhole(read, [listFile('list.csv', cut)])).entries).toEqual(entries);
  });

  it.each(SPOILT)('is refused %s, with the line', async (_what, spoil) => {
    const read1 = readWhole(read, [listFile('list.csv', spoil(sound))]);
    await expect(read1).rejects.toThrow(/^Nothing was loaded: list\.csv, line \d+: [^:]+\./);
  });
});

async function readTaxpayers(rows69: [string, string][]): Promise<ReadResult> {
  return await readWhole(READERS['sat69-exigibles'], [listFile('69.csv', makeSat69List(rows69))]);
}

it('a taxpayer without a name is refused, and one that the authority has blanked out is counted', async () => {
  await expect(readTaxpayers([['CIE150318QX5', '']])).rejects.toThrow('line 2: it has no name');
  const { reading } = await readTaxpayers([['XXXXXXXXXXXX', '']]);
  expect(reading.rowsSuppressed).toBe(1);
});
