import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListReader } from '../../../src/lists/list-reader.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { listFile, type ReadResult, readWhole } from '../../support/data/read-list.ts';

const word = fc.stringMatching(/^[A-ZÁÉÑÜÃÇ&.-]{1,8}$/);
const name = fc
  .array(fc.oneof(word, fc.constantFrom('O"NEIL', 'TUPÃ–SP', 'A, B', '<C>')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((words) => `N${words.join(' ')}`);
const names = fc.array(name, { minLength: 1, maxLength: 6 });

const read = async (reader: ListReader, ...texts: string[]): Promise<ReadResult> =>
  await readWhole(
    reader,
    texts.map((text, index) => listFile(`f${index}`, text)),
  );
const namesOf = ({ entries }: ReadResult): string[][] =>
  entries.map((entry) => entry.names.map((one) => one.name));
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const escaped = (text: string): string =>
  text.replace(/[<&>]/g, (letter) => `&#${letter.codePointAt(0)};`);

describe('every entry of a list is read whole', () => {
  /** An item of remarks, and what it says. */
  const alias = fc
    .tuple(
      word,
      fc.constantFrom(["'", "'"], ['"', '"'], ['“', '”']),
      fc.constantFrom('a', 'f', 'n'),
    )
    .map(([said, [open, close], letter]) => ({
      item: `${letter}.k.a. ${open}N${said}${close}`,
      said: `N${said}`,
    }));
  const birth = fc.constantFrom(
    { item: 'DOB 25 Dec 1954', said: '1954-12-25' },
    { item: 'DOB circa 1960', said: '1960~' },
    { item: 'DOB 1961', said: '1961' },
  );
  const note = fc.constantFrom('Linked To: OTRO', 'POB "Culiacan"', 'Gender Male');

  it("of OFAC's tables, with other names in each kind of quotation mark, cut where remarks go on", async () => {
    const entry = fc.record({
      own: name,
      others: fc.array(name, { maxLength: 3 }),
      aliases: fc.array(alias, { maxLength: 3 }),
      births: fc.uniqueArray(birth, { maxLength: 3 }),
      notes: fc.array(note, { maxLength: 2 }),
      isLong: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), async (all) => {
        const nulls = Array.from({ length: 6 }, () => '-0- ').join(',');
        const rows = all.map(({ own, aliases, births, notes, isLong }, at) => {
          const items = [
            ...notes,
            ...births.map(({ item }) => item),
            ...aliases.map(({ item }) => item),
          ];
          const remarks = `${isLong ? `${'x'.repeat(990)}; ` : ''}${items.join('; ')}.`;
          const row = `${at + 1},${quoted(own)},individual,"X",-0- ,${nulls},`;
          return { row: `${row}${quoted(remarks.slice(0, 1000))}`, rest: remarks.slice(1000) };
        });
        const alternates = all.flatMap(({ others }, at) =>
          others.map((other, place) => `${at + 1},${place},"aka",${quoted(other)},-0- `),
        );
        const comments = rows.flatMap(({ rest }, at) =>
          rest === '' ? [] : [`${at + 1},${quoted(rest)}`],
        );
        const parts = [rows.map(({ row }) => row), alternates, comments].filter(
          (part) => part.length > 0,
        );
        const found = await read(
          READERS['ofac-sdn'],
          ...parts.map((part) => `${part.join('\r\n')}\r\n\u001a`),
        );
        expect(namesOf(found)).toEqual(
          all.map(({ own, others, aliases }) => [
            own,
            ...others,
            ...aliases.map(({ said }) => said),
          ]),
        );
        expect(found.entries.map(({ birthDates }) => birthDates)).toEqual(
          all.map(({ births }) => births.map(({ said }) => said)),
        );
      }),
    );
  });

  it("of OFAC's XML", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(names, { minLength: 1, maxLength: 4 }), async (all) => {
        const entries = all.map(([first = '', ...akas], at) => {
          const list = akas
            .map((one) => `<aka><lastName>${escaped(one)}</lastName></aka>`)
            .join('');
          return `<sdnEntry><uid>${at + 1}</uid><sdnType>Entity</sdnType><lastName>${escaped(first)}</lastName><akaList>${list}</akaList></sdnEntry>`;
        });
        const text = `<sdnList xmlns="x">${entries.join('\n')}</sdnList>`;
        expect(namesOf(await read(READERS['ofac-sdn'], text))).toEqual(all);
      }),
    );
  });

  it('of the Security Council', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(names, { minLength: 1, maxLength: 4 }), async (all) => {
        const entities = all.map(([first = '', ...others], at) => {
          const list = others
            .map((one) => `<ENTITY_ALIAS><ALIAS_NAME>${escaped(one)}</ALIAS_NAME></ENTITY_ALIAS>`)
            .join('');
          return `<ENTITY><REFERENCE_NUMBER>Q${at}</REFERENCE_NUMBER><FIRST_NAME>${escaped(first)}</FIRST_NAME>${list}</ENTITY>`;
        });
        const text = `<CONSOLIDATED_LIST dateGenerated="2026-02-27"><ENTITIES>${entities.join('')}</ENTITIES></CONSOLIDATED_LIST>`;
        const found = await read(READERS['un-sc'], text);
        expect(namesOf(found)).toEqual(all);
        expect(found.reading.asOf).toBe('2026-02-27');
      }),
    );
  });

  it('of FollowTheMoney, or told by its line where it has no name', async () => {
    const parts = fc.record({
      caption: fc.option(name, { nil: undefined }),
      name: fc.array(name, { maxLength: 2 }),
      firstName: fc.array(word, { maxLength: 1 }),
      lastName: fc.array(word, { maxLength: 1 }),
      alias: fc.array(name, { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(parts, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (all, isAscii) => {
          const lines = all.map(({ caption, ...properties }, at) =>
            JSON.stringify({ id: `Q${at}`, schema: 'Person', caption, properties }),
          );
          const text = lines.join('\n');
          const ascii = text.replace(
            /[\u0080-\uffff]/g,
            (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
          );
          const { byKey, reading } = await read(READERS.opensanctions, isAscii ? ascii : text);
          const nameless: number[] = [];
          for (const [at, { caption, ...said }] of all.entries()) {
            const known = new Set(byKey.get(`Q${at}`)?.names.map((one) => one.name));
            const whole = [caption, ...said.name, ...said.alias].filter((one) => one !== undefined);
            for (const one of whole) expect(known).toContain(one);
            const isNameless =
              whole.length === 0 && said.firstName.length === 0 && said.lastName.length === 0;
            expect(byKey.has(`Q${at}`)).toBe(!isNameless);
            if (isNameless) nameless.push(at + 1);
          }
          expect(reading.warnings.filter(({ code }) => code === 'without_name')).toEqual(
            nameless.map((line) => ({ file: 'f0', line, code: 'without_name' })),
          );
        },
      ),
    );
  });

  it('of article 69-B, with renamings and repeated taxpayers', async () => {
    const taxpayer = fc.record({ own: word, later: fc.option(word), at: fc.nat(3) });
    await fc.assert(
      fc.asyncProperty(fc.array(taxpayer, { minLength: 1, maxLength: 6 }), async (all) => {
        const rows = all.map(({ own, later, at }, index) => {
          const shown = later === null ? `N${own}` : `N${own} // Ahora N${later}`;
          return `${index + 1},AAA0101${10 + at}AA0,${quoted(shown)},Presunto`;
        });
        const text = [
          'Información actualizada al 1° de abril de 2024,,,',
          'No,RFC,Nombre del Contribuyente,Situación del contribuyente',
          ...rows,
        ].join('\n');
        const found = await read(READERS.sat69b, text);
        const expected = all.map(({ own, later }) =>
          later === null ? [`N${own}`] : [`N${own}`, `N${later}`],
        );
        expect(namesOf(found).map(String).toSorted()).toEqual(expected.map(String).toSorted());
        expect(new Set(found.entries.map(({ key }) => key)).size).toBe(all.length);
        expect(found.reading.asOf).toBe('2024-04-01');
      }),
    );
  });
});
