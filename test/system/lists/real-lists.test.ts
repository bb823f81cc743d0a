import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { IdentifierKind } from '../../../src/domain/lists/list-entry.ts';
import type { SharedListCode } from '../../../src/domain/lists/list-source.ts';
import { parseCurp } from '../../../src/domain/tax/curp.ts';
import {
  identifyParts,
  readPartRows,
  readSupplements,
} from '../../../src/lists/ofac/ofac-parts.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { describeWithLists } from '../../support/data/lists-data.ts';
import { listFileAt, type ReadResult, readWhole } from '../../support/data/read-list.ts';

const filesAt = (...paths: string[]) =>
  paths.map((path) => listFileAt(join(process.env['LISTS_DATA'] ?? '', path)));

const read = async (code: SharedListCode, ...paths: string[]): Promise<ReadResult> =>
  await readWhole(READERS[code], filesAt(...paths));

const count = ({ entries }: ReadResult, kinds: readonly string[]): number =>
  entries.flatMap(({ names }) => names).filter(({ kind }) => kinds.includes(kind)).length;

/** All of one kind or several, and how many different ones. */
function valuesOf({ entries }: ReadResult, kinds: readonly IdentifierKind[]): string[] {
  const identifiers = entries.flatMap((entry) => entry.identifiers);
  return identifiers.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => value);
}

function addressesOf({ entries }: ReadResult): number {
  return entries.reduce((sum, { details }) => sum + (details['addresses']?.length ?? 0), 0);
}

/** What the parts beside the entries hold, row by row: how many addresses, alternate names of each kind, and comments. */
async function readParts(paths: readonly string[]) {
  const files = await identifyParts(filesAt(...paths));
  let addresses = 0;
  for await (const _ of readPartRows(files, 'addresses')) addresses += 1;
  let comments = 0;
  for await (const _ of readPartRows(files, 'comments')) comments += 1;
  const { alternates } = await readSupplements(files);
  const byKind = Map.groupBy([...alternates.values()].flat(), ({ kind }) => kind);
  const kinds = Object.fromEntries([...byKind].map(([kind, { length }]) => [kind, length]));
  return { addresses, comments, kinds };
}

function taxpayers({ entries }: ReadResult): Set<string | undefined> {
  return new Set(entries.map(({ key }) => key.split('/')[0]));
}

const SDN = ['sdn', 'add', 'alt', 'sdn_comments'].map((part) => `ofac/sdn-2021-07/${part}.csv`);
const CONSOLIDATED = ['prim', 'add', 'alt', 'comments'].map((part) => `ofac/cons/cons_${part}.csv`);

describeWithLists('the lists as they were really published', () => {
  it('SDN of July 2021', async () => {
    const found = await read('ofac-sdn', ...SDN);
    expect(found.reading.rowsRead).toBe(8976);
    expect(found.reading.tallies).toEqual({
      individual: 4620,
      entity: 3673,
      vessel: 406,
      aircraft: 277,
    });
    expect(found.reading.warnings).toEqual([]);
    // 11,910 alternate names, and 24 earlier ones that stand in the remarks.
    expect(count(found, ['aka', 'fka', 'nka'])).toBe(11_934);
    expect(found.entries.filter(({ programs }) => programs.length > 1)).toHaveLength(1195);
    expect(found.byKey.get('21079')).toMatchObject({
      names: [{ name: 'CONSORCIO NUJOMA, SOCIEDAD CIVIL' }, { name: 'CONSORCIO NUJOMA, S.C.' }],
      identifiers: [{ kind: 'rfc', value: 'CNU130416UJ3' }, { kind: 'registration' }],
      programs: ['SDNTK'],
    });
    expect(found.byKey.get('28264')?.details['remarks']).toContain('Phone Number 8613314257947');
  });

  it('the parts of the SDN: every address, every alternate name and every end of a long remark', async () => {
    expect(await readParts(SDN)).toEqual({
      addresses: 13_837,
      comments: 5,
      kinds: { aka: 11_523, fka: 369, nka: 18 },
    });
    const found = await read('ofac-sdn', ...SDN);
    // The other rows of addresses are empty: each entry has one.
    expect(addressesOf(found)).toBe(11_440);
  });

  it('the RFCs and CURPs of the SDN, however they are labelled', async () => {
    const found = await read('ofac-sdn', ...SDN);
    // 351 right behind "R.F.C.", 22 behind "RFC" and 5 behind "R.F.C. #".
    const rfcs = valuesOf(found, ['rfc', 'rfc10']);
    expect([rfcs.length, new Set(rfcs).size]).toEqual([351 + 22 + 5, 350 + 22 + 5]);
    // 344 right behind "C.U.R.P." and 5 behind "C.U.R.P. #".
    const curps = valuesOf(found, ['curp']);
    expect([curps.length, new Set(curps).size]).toEqual([344 + 5, 343 + 5]);
    const sound = [...new Set(curps)].filter((curp) => parseCurp(curp)?.checkDigit.ok === true);
    expect(sound).toHaveLength(339 + 5);
  });

  it('consolidated, non-SDN', async () => {
    const found = await read('ofac-cons', ...CONSOLIDATED);
    expect(found.reading.tallies).toEqual({ entity: 363, individual: 79 });
    expect([found.reading.rowsRead, found.reading.warningsCount]).toEqual([442, 0]);
    expect(await readParts(CONSOLIDATED)).toEqual({
      addresses: 574,
      comments: 10,
      kinds: { aka: 932, fka: 1073 - 932 },
    });
    expect(addressesOf(found)).toBe(522);
  });

  it('United Nations of February 2026', async () => {
    const found = await read('un-sc', 'un/UN_consolidated.xml');
    expect(found.reading.asOf).toBe('2026-02-27');
    expect(found.reading.tallies).toEqual({ individual: 730, entity: 273 });
  });

  it('article 69-B of November 2022', async () => {
    const { byKey, reading } = await read('sat69b', 'sat69b/Listado_Completo_69-B.2023-01.csv');
    expect(reading).toMatchObject({ asOf: '2022-11-30', rowsRead: 12_666, rowsSuppressed: 86 });
    expect(reading.tallies).toEqual({
      Definitivo: 10_954,
      'Sentencia Favorable': 1241,
      Desvirtuado: 330,
      Presunto: 141,
    });
    const byParty = Map.groupBy(byKey.values(), ({ partyType }) => partyType);
    expect([byParty.get('natural')?.length, byParty.get('legal')?.length]).toEqual([2617, 9963]);
    expect(reading.warningsCount).toBe(30);
    const byTaxpayer = Map.groupBy(byKey.values(), ({ key }) => key.split('/')[0]);
    const repeated = [...byTaxpayer.values()].filter(({ length }) => length > 1);
    expect(repeated).toHaveLength(65);
    const differing = repeated.filter((rows) => new Set(rows.map(({ status }) => status)).size > 1);
    expect(differing).toHaveLength(50);
    expect([...byKey.keys()].filter((key) => key.startsWith('SER830422DE6'))).toHaveLength(3);
    expect(
      byKey.has('ÑAÑ140114GY4') && byKey.has('AD&061011ET5') && byKey.has('DEJ080909C3A'),
    ).toBe(true);
    expect(byKey.get('CAS101105KB6')?.details['notices']).toContainEqual(
      expect.objectContaining({ stage: 'PRESUNTO', channel: 'DOF', dates: ['2020-07-17'] }),
    );
    expect(byKey.get('AAA140116926')?.details['notices']).toContainEqual(
      expect.objectContaining({
        stage: 'DEFINITIVO',
        channel: 'SAT',
        dates: ['2022-05-25', '2021-04-26'],
      }),
    );
  });

  it('article 69-B of 2018, twice, and what changed between', async () => {
    const older = await read('sat69b', 'sat69b/hist_art69b_0001.csv');
    const newer = await read('sat69b', 'sat69b/hist_art69b_0002.csv');
    expect(older.reading).toMatchObject({ asOf: '2018-10-26', rowsRead: 8961 });
    expect(older.reading.tallies).toEqual({
      Definitivo: 6557,
      Presunto: 2091,
      Desvirtuado: 188,
      'Sentencia Favorable': 112,
      // Rows of nothing at the end.
      '': 13,
    });
    expect(older.entries.length + older.reading.rowsSuppressed).toBe(8948);
    expect(newer.reading).toMatchObject({ asOf: '2018-12-05', rowsRead: 9373 });
    expect(newer.reading.tallies).toEqual({
      Definitivo: 7026,
      Presunto: 2023,
      Desvirtuado: 197,
      'Sentencia Favorable': 127,
    });
    expect(newer.entries.length + newer.reading.rowsSuppressed).toBe(9373);
    const changes = [...newer.byKey].map(
      ([key, { status }]) => `${older.byKey.get(key)?.status}→${status}`,
    );
    expect(changes.filter((one) => one === 'Presunto→Definitivo')).toHaveLength(479);
    expect(changes.filter((one) => one === 'Definitivo→Sentencia Favorable')).toHaveLength(11);
    const [before, after] = [taxpayers(older), taxpayers(newer)];
    expect([...after].filter((rfc) => !before.has(rfc))).toHaveLength(443);
    expect([...before].filter((rfc) => !after.has(rfc))).toEqual([]);
  });

  it('article 69, exigibles of September 2024', async () => {
    const { entries, byKey, reading } = await read('sat69-exigibles', 'sat69/Exigibles.csv');
    expect(entries).toHaveLength(5219);
    expect(entries.filter(({ partyType }) => partyType === 'legal')).toHaveLength(3049);
    expect(entries.filter(({ partyType }) => partyType === 'natural')).toHaveLength(2170);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(5219);
    const byState = Map.groupBy(entries, ({ details }) => details['state']);
    expect(byState.get('CIUDAD DE MEXICO')).toHaveLength(1125);
    expect(byState.get('JALISCO')).toHaveLength(449);
    expect(byState.size).toBe(32);
    expect(byKey.get('BME9410137F5')).toMatchObject({
      status: 'EXIGIBLES',
      details: { publishedOn: '2014-01-01', state: 'NUEVO LEON' },
    });
    expect(reading.warnings.filter(({ code }) => code === 'rfc_check_digit')).toHaveLength(31);
    const days = entries.map(({ details }) => JSON.stringify(details['publishedOn']));
    expect(days).toContain('"2014-01-01"');
    expect(days).toContain('"2024-07-23"');
    expect(days.every((day) => day >= '"2014-01-01"' && day <= '"2024-07-23"')).toBe(true);
  });

  it('people in office, and sanctioned suppliers', async () => {
    const leaders = await read('pep-cia', 'pep/cia_world_leaders_2019.csv');
    expect(leaders.entries).toHaveLength(5775);
    const countries = leaders.entries.map((entry) => entry.countries[0] ?? '');
    expect(new Set(countries).size).toBe(198);
    const people = leaders.entries.map(({ names }, at) => `${names[0]?.name}, ${countries[at]}`);
    expect(new Set(people).size).toBe(5348);
    const { entries: members } = await read('pep-mx-congreso', 'pep/mx_congreso_LXIV.csv');
    expect(members).toHaveLength(626);
    const chambers = Map.groupBy(members, ({ details }) => details['office']);
    expect([...chambers.values()].map(({ length }) => length)).toEqual([499, 127]);
    const suppliers = await read('sfp', 'sfp/Proveedores_Contratistas_Sancionados.xlsx');
    expect(suppliers.entries).toHaveLength(2395);
  });
});
