import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READERS } from '../../../src/lists/readers.ts';
import { type ArchivePart, makeArchive } from '../../support/data/archive.ts';
import { cell, workbookParts, writeRows } from '../../support/data/make-workbook.ts';
import { listFile, readWhole } from '../../support/data/read-list.ts';
import { useDatabase } from '../../support/database/database.ts';
import { chooseTemporaryFolder } from '../../support/database/temporary-folder.ts';
import { spawnCommand } from '../../support/processes/run-command.ts';

const database = useDatabase();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(chooseTemporaryFolder(), 'bombs-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

const HEADER = writeRows([
  ['Proveedor y Contratista', 'Expediente', 'Procedimiento Administrativo', 'Inicio de la sanción'],
]);
const MEGABYTE = 1024 ** 2;

const padded = (content: Buffer, byteCount: number): Buffer =>
  Buffer.concat([content, Buffer.alloc(byteCount)]);

/** The parts of a workbook, of which the sheet is changed. */
function withSheet(change: (sheet: ArchivePart) => ArchivePart): ArchivePart[] {
  return workbookParts(HEADER).map((part) => (part.name.includes('sheet1') ? change(part) : part));
}

/** Noise that packs to about a tenth, so that it is no more suspicious than a table. */
function noise(byteCount: number): Buffer {
  const bytes = Buffer.alloc(byteCount, ' ');
  for (let at = 0, seed = 1; at < byteCount; at += 40) {
    seed = (seed * 48_271) % 2_147_483_647;
    bytes.writeUInt32LE((seed & 0x3f3f3f3f) | 0x40404040, at);
  }
  return bytes;
}

const BOMBS: readonly (readonly [what: string, make: () => Buffer])[] = [
  [
    'that unpacks to a thousand times its size',
    () => makeArchive(withSheet((one) => ({ ...one, content: padded(one.content, 8 * MEGABYTE) }))),
  ],
  [
    'that says of it that it unpacks to little',
    () =>
      makeArchive(
        withSheet((one) => ({
          ...one,
          content: padded(one.content, 8 * MEGABYTE),
          statedSize: 5000,
        })),
      ),
  ],
  [
    'that is no more packed than a table, and longer than any',
    () =>
      makeArchive([...workbookParts(HEADER), { name: 'xl/a.xml', content: noise(17 * MEGABYTE) }]),
  ],
  [
    'with a part that is there a hundred times',
    () =>
      makeArchive([
        ...workbookParts(HEADER),
        ...Array.from({ length: 100 }, () => ({ name: 'xl/a.xml', content: noise(MEGABYTE / 8) })),
      ]),
  ],
];

/** Heap with which a list of any size is read. A process that needs more is ended by the engine. */
const HEAP_MB = 64;

describe('the workbook of sanctioned suppliers', () => {
  it.each(BOMBS)('is refused where it is one %s', async (_what, make) => {
    const read = readWhole(READERS.sfp, [listFile('sfp.xlsx', make())]);
    await expect(read).rejects.toThrow(
      /sfp\.xlsx, line 1: not a workbook, or its uncompressed size/,
    );
  });

  it('of over 20 MB is refused before more of it is read', async () => {
    let read = 0;
    const endless = async function* () {
      for (;;) {
        read += MEGABYTE;
        yield await Promise.resolve(Buffer.alloc(MEGABYTE));
      }
    };
    const file = { name: 'sfp.xlsx', open: endless };
    await expect(readWhole(READERS.sfp, [file])).rejects.toThrow('over 20 MB are refused');
    expect(read).toBe(21 * MEGABYTE);
  });

  it.each([
    ['at the end of the sheet', [[1_048_576, 'XFD1048576']]],
    [
      'at the end of each of many rows',
      Array.from({ length: 9000 }, (_, at) => [at + 2, `XFD${at + 2}`]),
    ],
  ])(
    'with a cell %s is refused by a process of 64 MB of heap, and changes nothing',
    async (_, places) => {
      const rows = places.map(
        ([row, place]) => `<row r="${row}">${cell(String(place), 'x')}</row>`,
      );
      const path = join(folder, 'far.xlsx');
      const parts = workbookParts(HEADER + rows.join(''));
      await writeFile(path, makeArchive(parts));
      const { code, stderr } = await spawnCommand(['lists', 'import', 'sfp', path], {
        DATABASE_URL: database.url,
        NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
      });
      expect([code, stderr]).toEqual([1, expect.stringContaining('not a readable workbook')]);
      const loaded = database.db.selectFrom('list_snapshots').select('id');
      expect(await loaded.where('source', '=', 'sfp').execute()).toEqual([]);
    },
  );
});
