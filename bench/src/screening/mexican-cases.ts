import { join } from 'node:path';
import { parseCompanyName } from '../../../src/domain/tax/company-name.ts';
import { createRandom } from '../stats.ts';
import type { Case, CaseSet } from './case-set.ts';
import { readRows } from './list-files.ts';
import { misspell } from './misspell.ts';
import { pushTo } from './push-to.ts';

type Source = { file: string; rfc: number; name: number };

const SOURCES: readonly Source[] = [
  { file: 'sat69b/Listado_Completo_69-B.2023-01.csv', rfc: 1, name: 2 },
  { file: 'sat69b/hist_art69b_0001.csv', rfc: 1, name: 2 },
  { file: 'sat69b/hist_art69b_0002.csv', rfc: 1, name: 2 },
  { file: 'sat69/Exigibles.csv', rfc: 0, name: 1 },
];
const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/;
const NEAREST = 103;

/** Returns names that lists of different dates give one RFC, and the most similar names of other RFCs. */
export async function readMexicanCases(folder: string): Promise<CaseSet[]> {
  const names = await readNames(folder);
  const cases: Case[] = [];
  for (const [rfc, written] of names) {
    const [first = '', ...others] = written;
    for (const other of others)
      cases.push({ ...typed(rfc), query: other, candidate: first, isMatch: true });
  }
  const paired = new Set(
    [...names].filter(([, written]) => written.length > 1).map(([rfc]) => rfc),
  );
  const nearest = nearestOthers(names);
  return [
    { name: 'MX, same RFC', cases },
    {
      name: `MX, the ${NEAREST} nearest of another RFC`,
      cases: nearest.filter(({ rfc }) => paired.has(rfc)).slice(0, NEAREST),
    },
    { name: 'MX, names with a slip', cases: misspellNames(names) },
    { name: `MX, the ${NEAREST} nearest of all`, cases: nearest.slice(0, NEAREST) },
  ];
}

/** Each RFC's names, as they were written, each once. */
async function readNames(folder: string): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  for (const source of SOURCES) {
    const rows = await readRows(join(folder, source.file));
    for (const row of rows) {
      const [rfc, name] = [cell(row, source.rfc), cell(row, source.name)];
      if (!RFC.test(rfc) || name === '') continue;
      const written = names.get(rfc) ?? [];
      if (!written.includes(name)) names.set(rfc, [...written, name]);
    }
  }
  return names;
}

const MISSPELT = 1000;
const EACH = 17;

/** Names from all over the lists, each with one slip. */
function misspellNames(names: ReadonlyMap<string, readonly string[]>): Case[] {
  const random = createRandom(MISSPELT);
  const cases = [...names].flatMap(([rfc, [candidate = '']], at): Case[] => {
    const query = at % EACH === 0 ? misspell(candidate.toUpperCase(), random) : undefined;
    return query === undefined ? [] : [{ ...typed(rfc), query, candidate, isMatch: true }];
  });
  return cases.slice(0, MISSPELT);
}

function cell(row: readonly string[], at: number): string {
  return (row[at] ?? '').trim();
}

function typed(rfc: string): Pick<Case, 'partyType'> {
  return { partyType: rfc.length === 13 ? 'natural' : 'legal' };
}

type Nearest = Case & { rfc: string; likeness: number };

/** For each RFC the name of another one that shares most trigrams with its own, the most alike first. */
function nearestOthers(names: ReadonlyMap<string, readonly string[]>): Nearest[] {
  const all = [...names].map(([rfc, [name = '']]) => ({ rfc, name, grams: trigramsOf(name, rfc) }));
  const places = new Map<string, number[]>();
  for (const [at, { grams }] of all.entries()) {
    for (const gram of grams) pushTo(places, gram, at);
  }
  return all
    .map(({ rfc, name, grams }, at): Nearest => {
      const shared = countShared(grams, places, all.length);
      let [best, likeness] = [-1, 0];
      for (const [other, count] of shared.entries()) {
        const found = all[other];
        if (count === 0 || other === at || found === undefined || found.rfc.length !== rfc.length)
          continue;
        const alike = count / (grams.size + found.grams.size - count);
        if (alike > likeness) [best, likeness] = [other, alike];
      }
      return {
        ...typed(rfc),
        rfc,
        query: name,
        candidate: all[best]?.name ?? '',
        isMatch: false,
        likeness,
      };
    })
    .toSorted((a, b) => b.likeness - a.likeness || (a.rfc < b.rfc ? -1 : 1));
}

function countShared(
  grams: ReadonlySet<string>,
  places: ReadonlyMap<string, readonly number[]>,
  size: number,
): Uint16Array {
  const counts = new Uint16Array(size);
  for (const gram of grams)
    for (const at of places.get(gram) ?? []) counts[at] = (counts[at] ?? 0) + 1;
  return counts;
}

/** By the older reader of company names, so that the choice owes nothing to what is measured. */
function trigramsOf(name: string, rfc: string): Set<string> {
  const core = rfc.length === 13 ? name : parseCompanyName(name).core;
  const words = core
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z0-9&]+/);
  return new Set(
    words.flatMap((word) => {
      const padded = `  ${word} `;
      return word === ''
        ? []
        : Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
    }),
  );
}
