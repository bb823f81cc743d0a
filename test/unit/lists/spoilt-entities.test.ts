import { describe, expect, it } from 'vitest';
import { READERS } from '../../../src/lists/readers.ts';
import { listFile, readWhole } from '../../support/data/read-list.ts';

const person = (id: string, name: string): string =>
  JSON.stringify({ id, schema: 'Person', properties: { name: [name] } });

const OTHER = 'its letters are in another encoding';

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
    ['in windows-1252', Buffer.from(person('Q3', 'PEÑA'), 'latin1'), 'a byte is not UTF-8'],
    ['with a NUL', Buffer.from(String.raw`{"id":"PE\u0000A"}`), OTHER],
    [
      'cut within a letter',
      Buffer.from(person('Q3', 'PEÑ')).subarray(0, -5),
      'a byte is not UTF-8',
    ],
  ])('are refused %s, with the line', async (_, line, reason) => {
    const spoilt = Buffer.concat([Buffer.from(`${SOUND}\n`), line]);
    await expect(read(spoilt)).rejects.toThrow(
      `Nothing was loaded: ftm.json, line 4: ${reason}. The loaded list is unchanged.`,
    );
  });

  it.each([
    ['as letters', person('Q3', 'PEÃ‘A')],
    [
      'as JSON escapes them',
      String.raw`{"id":"Q3","schema":"Person","properties":{"name":["PE\u00c3\u2018A"]}}`,
    ],
  ])(
    'encoded twice, %s, are repaired with a warning where they are few, and refused where they are the rule',
    async (_, line) => {
      const { byKey, reading } = await read(`${SOUND}\n${line}`);
      expect(byKey.get('Q3')?.names).toEqual([{ name: 'PEÑA', kind: 'primary' }]);
      expect(reading.warnings).toEqual([{ file: 'ftm.json', line: 4, code: 'letters_repaired' }]);
      await expect(read(`${person('Q1', 'ANA')}\n${line}`)).rejects.toThrow(
        `Nothing was loaded: ftm.json, line 2: ${OTHER}. The loaded list is unchanged.`,
      );
    },
  );
});
