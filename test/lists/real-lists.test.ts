import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SharedListCode } from '../../src/domain/lists/list-source.ts';
import { READERS } from '../../src/lists/readers.ts';
import { describeWithLists } from '../support/lists-data.ts';
import { listFileAt, type ReadResult, readWhole } from '../support/read-list.ts';

const read = async (code: SharedListCode, ...paths: string[]): Promise<ReadResult> => {
  const folder = process.env['LISTS_DATA'] ?? '';
  return await readWhole(
    READERS[code],
    paths.map((path) => listFileAt(join(folder, path))),
  );
};

const count = ({ entries }: ReadResult, kinds: readonly string[]): number =>
  entries.flatMap(({ names }) => names).filter(({ kind }) => kinds.includes(kind)).length;

function taxpayers({ entries }: ReadResult): Set<string | undefined> {
  return new Set(entries.map(({ key }) => key.split('/')[0]));
}

describeWithLists('the lists as they were really published', () => {
  it('SDN of July 2021', async () => {
    const parts = ['sdn', 'add', 'alt', 'sdn_comments'];
    const found = await read('ofac-sdn', ...parts.map((part) => `ofac/sdn-2021-07/${part}.csv`));
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

  it('consolidated, non-SDN', async () => {
    const parts = ['prim', 'add', 'alt', 'comments'];
    const found = await read('ofac-cons', ...parts.map((part) => `ofac/cons/cons_${part}.csv`));
    expect(found.reading.tallies).toEqual({ entity: 363, individual: 79 });
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
    expect(newer.reading).toMatchObject({ asOf: '2018-12-05', rowsRead: 9373 });
    // Thirteen rows at the end are blank.
    expect(older.reading.tallies['']).toBe(13);
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
    const { entries, reading } = await read('sat69-exigibles', 'sat69/Exigibles.csv');
    expect(entries).toHaveLength(5219);
    expect(entries.filter(({ partyType }) => partyType === 'legal')).toHaveLength(3049);
    expect(entries.filter(({ details }) => details['state'] === 'CIUDAD DE MEXICO')).toHaveLength(
      1125,
    );
    expect(new Set(entries.map(({ details }) => details['state'])).size).toBe(32);
    expect(reading.warnings.filter(({ code }) => code === 'rfc_check_digit')).toHaveLength(31);
    const days = entries.map(({ details }) => JSON.stringify(details['publishedOn']));
    expect(days).toContain('"2014-01-01"');
    expect(days).toContain('"2024-07-23"');
    expect(days.every((day) => day >= '"2014-01-01"' && day <= '"2024-07-23"')).toBe(true);
  });

  it('people in office, and sanctioned suppliers', async () => {
    const leaders = await read('pep-cia', 'pep/cia_world_leaders_2019.csv');
    expect(leaders.entries).toHaveLength(5775);
    expect((await read('pep-mx-congreso', 'pep/mx_congreso_LXIV.csv')).entries).toHaveLength(626);
    const suppliers = await read('sfp', 'sfp/Proveedores_Contratistas_Sancionados.xlsx');
    expect(suppliers.entries).toHaveLength(2395);
  });
});
