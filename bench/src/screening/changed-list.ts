import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { ListEntry } from '../../../src/domain/lists/list-entry.ts';
import type { SharedListCode } from '../../../src/domain/lists/list-source.ts';
import { loadList } from '../../../src/lists/load/load-list.ts';
import { createRandom } from '../stats.ts';
import { inventParty } from './invented-people.ts';
import { readList } from './list-files.ts';

/** Code of the list that changes. It has entries of several lists. */
export const CHANGED_SOURCE = 'ofac-sdn';

const SDN = ['sdn.csv', 'add.csv', 'alt.csv'].map((name) => `ofac/sdn-2021-07/${name}`);
const PUBLISHED: readonly (readonly [SharedListCode, readonly string[]])[] = [
  ['ofac-sdn', SDN],
  ['un-sc', ['un/UN_consolidated.xml']],
  ['sat69-exigibles', ['sat69/Exigibles.csv']],
  ['sat69b', ['sat69b/Listado_Completo_69-B.2023-01.csv']],
];

/** Returns a reproducible sample with as many entries of each list; fictitious ones without a folder of lists. */
export async function readEntries(folder: string | undefined, count: number): Promise<ListEntry[]> {
  const random = createRandom(11);
  if (folder === undefined)
    return Array.from({ length: count }, (_, at) => inventEntry(at, random));
  const lists = await Promise.all(
    PUBLISHED.map(async ([code, files]) => {
      const entries = await readList(folder, code, files);
      return entries.map((entry) => ({ ...entry, key: `${code}:${entry.key}` }));
    }),
  );
  return lists.flatMap((entries) => {
    const drawn = entries.map((entry) => ({ entry, order: random() }));
    const some = drawn.toSorted((a, b) => a.order - b.order).slice(0, count / lists.length);
    return some.map(({ entry }) => entry);
  });
}

function inventEntry(at: number, random: () => number): ListEntry {
  const { name, isPerson } = inventParty(random);
  const partyType = isPerson ? 'natural' : 'legal';
  const names = [{ name, kind: 'primary' } as const];
  const said = { status: null, programs: [], birthDates: [], countries: [], details: {} };
  return { key: String(at), partyType, names, identifiers: [], ...said };
}

/** Loads entries as the list of a date. */
export async function loadEntries(
  pool: Pool,
  entries: readonly ListEntry[],
  asOf: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rescreening-'));
  const file = join(folder, 'list');
  await writeFile(file, asOf);
  await loadList({
    pool,
    serviceId: 0,
    source: CHANGED_SOURCE,
    files: [file],
    read: async function* () {
      yield* await Promise.resolve(entries);
    },
    asOf,
    today: asOf,
    loadedBy: 'bench',
  });
  await rm(folder, { recursive: true });
}
