import { describe, expect, it } from 'vitest';
import { READERS } from '../../../src/lists/readers.ts';
import { listFile, readWhole } from '../../support/data/read-list.ts';

const person = (id: string, name: string): string =>
  JSON.stringify({ id, schema: 'Person', properties: { name: [name] } });

const SOUND = [person('Q1', 'ÁLVAREZ MUÑIZ'), '', person('Q2', 'PEÑA\u2028Y LÓPEZ')].join('\r\n');
const read = async (content: string | Uint8Array) =>
  await readWhole(READERS.opensanctions, [listFile('ftm.json', content)]);

describe('entities of FollowTheMoney', () => {
  it('are read whatever ends their lines, also with what JSON takes for no end of one', async () => {
    const { entries } = await read(SOUND);
    expect(entries.map(({ names }) => names[0]?.name)).toEqual([
      'ÁLVAREZ MUÑIZ',
      'PEÑA\u2028Y LÓPEZ',
    ]);
    const escaped = `{"id":"Q1","schema":"Person","properties":{"name":["PE\\u00d1A \\\\u00c3\\u0091"]}}`;
    expect((await read(escaped)).entries[0]?.names[0]?.name).toBe('PEÑA \\u00c3\u0091');
  });

  it.each([
    ['in windows-1252', Buffer.from(person('Q3', 'PEÑA'), 'latin1')],
    ['encoded twice', Buffer.from(person('Q3', 'PEÃ‘A'))],
    ['encoded twice, in escapes', Buffer.from(String.raw`{"id":"PE\u00c3\u2018A"}`)],
    ['with a NUL', Buffer.from(String.raw`{"id":"PE\u0000A"}`)],
    ['cut within a letter', Buffer.from(person('Q3', 'PEÑ')).subarray(0, -5)],
  ])('are refused %s, with the line', async (_, line) => {
    const spoilt = Buffer.concat([Buffer.from(`${SOUND}\n`), line]);
    await expect(read(spoilt)).rejects.toThrow(
      /^Nothing was loaded: ftm\.json, line 4: its letters are in another encoding\./,
    );
  });
});
