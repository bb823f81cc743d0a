import { describe, expect, it } from 'vitest';
import { restoreListSummary, summarizeList } from '../../../src/domain/lists/list-summary.ts';
import {
  describeCheckedList,
  describeListAge,
  describeListCounts,
} from '../../../src/domain/reports/list-words.ts';

const NOW = { day: '2026-11-28', instant: new Date('2026-11-28T12:00:00Z') };
const day = (daysAgo: number) =>
  new Date(NOW.instant.getTime() - daysAgo * 86_400_000).toISOString();
const snapshot = (own: number | null, seen: number | null) =>
  ({
    asOf: own === null ? null : day(own).slice(0, 10),
    asOfOrigin: own === null ? 'loaded' : 'operator',
    sourceSeenAt: seen === null ? null : day(seen),
    sha256: '',
    rows: 1,
  }) as const;

/** Of a list that is stale after 60 days. */
const state = (own: number | null, seen: number | null) => {
  const list = summarizeList('sat69-firmes', snapshot(own, seen), NOW);
  return {
    age: list.ageDays,
    isStale: list.isStale,
    words: describeListAge(list, list.sourceSeenAt?.slice(0, 10) ?? null),
  };
};

describe('the age of a list', () => {
  it.each([
    [60, null, 60, false, 'Vigente: 60 días desde su fecha de corte, según quien la cargó'],
    [1, 100, 1, false, 'Vigente: 1 día desde su fecha de corte, según quien la cargó'],
    [61, null, 61, true, 'Antigua: 61 días desde su fecha de corte, según quien la cargó'],
    [
      664,
      60,
      664,
      false,
      'Sin versión más reciente en su fuente al 29/09/2026; 664 días desde su fecha de corte, según quien la cargó',
    ],
    [
      664,
      61,
      664,
      true,
      'Antigua: 664 días desde su fecha de corte, según quien la cargó, sin versión más reciente en su fuente al 28/09/2026',
    ],
    [
      null,
      null,
      null,
      true,
      'Antigua: su fecha de corte no consta en el archivo ni hay constancia de que esté vigente',
    ],
    [
      null,
      0,
      null,
      false,
      'Sin versión más reciente en su fuente al 28/11/2026; su fecha de corte no consta en el archivo',
    ],
    [
      null,
      61,
      null,
      true,
      'Antigua: su fecha de corte no consta en el archivo, sin versión más reciente en su fuente al 28/09/2026',
    ],
  ])('of %s days, seen at its source %s days ago', (...[own, seen, age, isStale, words]) => {
    expect(state(own, seen)).toEqual({ age, isStale, words });
  });

  it('of a stored screening follows the same rules, whatever an earlier version stored', () => {
    const stored = {
      code: 'sat69b',
      title: 'T',
      isLoaded: true,
      asOf: '2026-11-28',
      sha256: '',
      rows: 1,
      ageDays: 0,
      isStale: false,
    };
    const unknown = restoreListSummary({ ...stored, asOfOrigin: 'loaded' }, NOW);
    expect(unknown).toMatchObject({ asOf: null, ageDays: null, isStale: true, sourceSeenAt: null });
    const old = restoreListSummary({ ...stored, asOf: '2019-06-01', asOfOrigin: 'operator' }, NOW);
    expect(old).toMatchObject({ asOf: '2019-06-01', ageDays: 2737, isStale: true });
    const missing = { ...stored, isLoaded: false, asOf: null, asOfOrigin: null, isStale: null };
    expect(restoreListSummary(missing, NOW)).toMatchObject({ isStale: null, sourceSeenAt: null });
    const today = summarizeList('sat69b', snapshot(3, 1), NOW);
    expect(
      restoreListSummary(today, { day: '2030-01-01', instant: new Date('2030-01-01') }),
    ).toEqual(today);
  });

  it('stands in one line beside the title where lists are enumerated', () => {
    const told = (own: number | null) =>
      describeCheckedList(summarizeList('sat69b', snapshot(own, null), NOW));
    const title = 'SAT, artículo 69-B: operaciones inexistentes';
    expect(told(664)).toBe(`${title} (fecha de corte 02/02/2025, 664 días: antigua)`);
    expect(told(0)).toBe(`${title} (fecha de corte 28/11/2026, 0 días)`);
    expect(told(null)).toBe(`${title} (su fecha de corte no consta en el archivo: antigua)`);
    const lists = [null, snapshot(664, null), snapshot(1, null)].map((one) =>
      summarizeList('sat69b', one, NOW),
    );
    expect(describeListCounts(lists)).toBe('3 listas: 1 antigua, 1 no cargada');
    expect(describeListCounts(lists.slice(2))).toBe('1 lista, ninguna antigua');
    expect(describeCheckedList(summarizeList('sat69b', null, NOW))).toBe(
      `${title} (no cargada: no se consultó)`,
    );
  });
});
