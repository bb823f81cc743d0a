import { join } from 'node:path';
import type { PartyType } from '../../../src/domain/screening/words/party-type.ts';
import type { Case, CaseSet } from './case-set.ts';
import { readRows } from './list-files.ts';

const PARTY_TYPES: Record<string, PartyType> = {
  Person: 'natural',
  Company: 'legal',
  Organization: 'legal',
};
const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Returns the labelled pairs of the nomenklatura project. The rules were tuned on the even lines of the file only. */
export async function readLabelledCases(folder: string): Promise<CaseSet[]> {
  const path = join(folder, 'matching', 'nomenklatura_name_bench_cases.csv');
  const rows = await readRows(path);
  const all = rows.slice(1).map(([, schema = '', query = '', candidate = '', label]) => ({
    query,
    candidate,
    partyType: PARTY_TYPES[schema] ?? 'other',
    isMatch: label === 'true',
  }));
  // The header is line 1, so the first case is on an even line.
  const even = all.filter((_, at) => at % 2 === 0);
  const odd = all.filter((_, at) => at % 2 === 1);
  return [
    { name: 'labelled pairs, all', cases: all },
    { name: '… even lines (tuned on)', cases: even },
    { name: '… odd lines (held out)', cases: odd },
    { name: 'labelled pairs, Latin only', cases: all.filter(isLatin) },
    { name: '… even lines (tuned on), Latin', cases: even.filter(isLatin) },
    { name: '… odd lines (held out), Latin', cases: odd.filter(isLatin) },
  ];
}

function isLatin({ query, candidate }: Case): boolean {
  return LATIN.test(query + candidate);
}
