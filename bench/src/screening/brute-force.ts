import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareNames } from '../../../src/domain/screening/prepare-name.ts';
import { ALERT_FROM, scoreNames } from '../../../src/domain/screening/score-names.ts';
import { GATEWAY_DIR } from '../gateway.ts';
import { printLine } from '../print.ts';
import type { NamedEntry, RecallQuery } from './recall-queries.ts';

export type NameRow = NamedEntry & { entryId: number };
/** An entry that alerts, and how much its likest name scores. */
export type Alert = [entryId: number, score: number];

const CHUNK = 20_000;

/** Of each query all entries that alert, by comparing it with every name; kept in the temporary folder. */
export function findByBruteForce(
  rows: readonly NameRow[],
  queries: readonly RecallQuery[],
): Alert[][] {
  const path = join(tmpdir(), `screening-recall-${fingerprint(rows, queries)}.json`);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  const prepared = queries.map(({ name, partyType }) => prepareNames(name, partyType));
  const best = queries.map(() => new Map<number, number>());
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK).map((row) => {
      return { entryId: row.entryId, names: prepareNames(row.name, row.partyType) };
    });
    for (const [at, ours] of prepared.entries()) {
      for (const { entryId, names } of chunk) {
        const scores = names.flatMap((theirs) => ours.map((one) => scoreNames(one, theirs)));
        const score = Math.max(0, ...scores);
        if (score >= ALERT_FROM)
          best[at]?.set(entryId, Math.max(score, best[at]?.get(entryId) ?? 0));
      }
    }
    printLine(`compared with ${Math.min(from + CHUNK, rows.length)} of ${rows.length} names`);
  }
  const alerts = best.map((one) => [...one].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]));
  writeFileSync(path, JSON.stringify(alerts));
  return alerts;
}

/** Another one where the names, the queries or the rules of scoring are others. */
function fingerprint(rows: readonly NameRow[], queries: readonly RecallQuery[]): string {
  const hash = createHash('sha256').update(JSON.stringify([rows.length, queries]));
  for (const path of globSync('src/domain/screening/*.ts', { cwd: GATEWAY_DIR }).toSorted())
    if (!/name-(?:probes|keys)/.test(path)) hash.update(readFileSync(join(GATEWAY_DIR, path)));
  return hash.digest('hex').slice(0, 16);
}
