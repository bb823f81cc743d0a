import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListEntry } from '../../../src/domain/lists/list-entry.ts';
import type { ListReader } from '../../../src/lists/list-reader.ts';
import { readOwnList } from '../../../src/lists/own/own-list.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { listFile, type ReadResult, readWhole } from '../../support/data/read-list.ts';

/** Words of names with the letters, marks and quotation marks that lists have in them. */
const word = fc.stringMatching(/^[A-ZÁÉÑÜÃÇ&'’.-]{1,8}$/);
const name = fc
  .array(fc.oneof(word, fc.constantFrom('"EL"', 'TUPÃ–SP', 'S.A.', 'A,B', 'Ã”', 'x"y')), {
    minLength: 1,
    maxLength: 4,
  })
  .map((words) => `N${words.join(' ')}`);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 8 });
const eol = fc.constantFrom('\n', '\r\n');

const cell = (text: string): string =>
  /[",\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const table = (rows: readonly (readonly string[])[], end: string): string =>
  `${rows.map((row) => row.map(cell).join(',')).join(end)}${end}`;
const read = async (reader: ListReader, text: string, bom = false): Promise<ReadResult> =>
  await readWhole(reader, [listFile('f.csv', `${bom ? '\ufeff' : ''}${text}`)]);
const allNames = (entries: readonly ListEntry[]): string[][] =>
  entries.map((entry) => entry.names.map((one) => one.name));

/** A value within a cell of several, quoted where it has a semicolon or begins with a quotation mark. */
const within = (text: string): string =>
  /;|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

describe('every row of a table is read whole, or told by its line', () => {
  it('a list of article 69', async () => {
    await fc.assert(
      fc.asyncProperty(names, eol, fc.boolean(), async (all, end, bom) => {
        const header = ['RFC', 'RAZÓN SOCIAL', 'TIPO PERSONA', 'SUPUESTO'];
        const rows = all.map((one, index) => [`AAA0101${10 + index}AA0`, one, 'M', 'FIRMES']);
        const { entries } = await read(READERS['sat69-firmes'], table([header, ...rows], end), bom);
        expect(allNames(entries)).toEqual(all.map((one) => [one]));
      }),
    );
  });

  it('a list of people in office', async () => {
    await fc.assert(
      fc.asyncProperty(names, names, eol, async (all, offices, end) => {
        const rows = all.map((one, index) => [one, offices[index % offices.length] ?? '', 'MX']);
        const text = table([['name', 'office', 'country'], ...rows], end);
        const { entries } = await read(READERS['pep-cia'], text);
        expect(entries.map(({ details }) => details['office'])).toEqual(rows.map(([, two]) => two));
        expect(allNames(entries)).toEqual(all.map((one) => [one]));
      }),
    );
  });

  it("OpenSanctions' targets, with quotation marks and semicolons within cells of several values", async () => {
    const values = fc.array(fc.oneof(name, fc.constantFrom('A;B', 'C; "D"', '"E')), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(name, values), { minLength: 1, maxLength: 6 }),
        eol,
        async (all, end) => {
          const rows = all.map(([one, aliases], index) => [
            `Q${index}`,
            'Person',
            one,
            aliases.map(within).join(';'),
          ]);
          const text = table([['id', 'schema', 'name', 'aliases'], ...rows], end);
          const { entries } = await read(READERS.opensanctions, text);
          expect(allNames(entries)).toEqual(all.map(([one, aliases]) => [one, ...aliases]));
        },
      ),
    );
  });

  it("a service's own list, in which an RFC that many have joins nobody", async () => {
    const rfc = fc.constantFrom('', 'XAXX010101000', 'xexx-010101-000', 'XAXX010101');
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(name, rfc, rfc), { minLength: 1, selector: ([one]) => one }),
        async (all) => {
          const text = table([['name', 'rfc', 'key'], ...all], '\n');
          const { entries, reading } = await read(readOwnList({}), text);
          expect(allNames(entries)).toEqual(all.map(([one]) => [one]));
          expect(entries.map(({ key }) => key)).toEqual(all.map(([one]) => one));
          expect(reading.warningsCount).toBe(
            all.reduce((sum, [, ...both]) => sum + both.filter((one) => one !== '').length, 0),
          );
        },
      ),
    );
  });
});
