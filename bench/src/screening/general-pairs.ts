import { join } from 'node:path';
import type { Case, CaseSet } from './case-set.ts';
import { readRows } from './list-files.ts';

const PATH = join(import.meta.dirname, 'general-pairs.csv');

/**
 * Returns 200 matching and 200 different pairs that were written down from general knowledge before any was scored, all
 * together and by kind.
 */
export async function readGeneralPairs(): Promise<CaseSet[]> {
  const rows = await readRows(PATH);
  const cases = rows
    .slice(1)
    .map(([kind = '', type, query = '', candidate = '', label]): Case & { kind: string } => {
      const partyType = type === 'legal' ? 'legal' : 'natural';
      return { kind, query, candidate, partyType, isMatch: label === 'true' };
    });
  const kinds = Map.groupBy(cases, ({ kind }) => kind);
  return [
    { name: 'general knowledge, all', cases },
    ...[...kinds].map(([kind, some]) => ({ name: `… ${kind}`, cases: some })),
  ];
}
