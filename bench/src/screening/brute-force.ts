import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PartyType } from '../../../src/domain/lists/list-entry.ts';
import {
  type PreparedName,
  prepareNames,
} from '../../../src/domain/screening/names/prepare-name.ts';
import { ALERT_THRESHOLD, scoreNames } from '../../../src/domain/screening/names/score-names.ts';
import { screenParty } from '../../../src/domain/screening/parties/screen-party.ts';
import { compareWords } from '../../../src/domain/screening/words/compare-words.ts';
import type { NameToken } from '../../../src/domain/screening/words/name-token.ts';
import { GATEWAY_DIR } from '../gateway.ts';
import type { NamedEntry, RecallQuery } from './recall-queries.ts';
import { createParty, kindOf, splitNames } from './scoring.ts';

/** Name of an entry, with the type of its party. */
export type NameRow = NamedEntry & { entryId: number; isWeak: boolean; kind: PartyType };
/** Entry that alerts, with its score. */
export type Alert = [entryId: number, score: number];

/** Returns all alerting entries of each query by scoring every name. Caches the result in the temporary folder. */
export function findByBruteForce(
  rows: readonly NameRow[],
  queries: readonly RecallQuery[],
): Alert[][] {
  const path = join(tmpdir(), `screening-recall-${fingerprint(rows, queries)}.json`);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  const prepared = queries.map(({ name, partyType }) => prepareNames(name, partyType));
  const alike = queries.map(() => new Set<number>());
  const mayAlert = createFilter(prepared);
  for (const { entryId, name, partyType } of rows) {
    for (const theirs of prepareNames(name, partyType)) {
      const isAlike = (at: number): boolean =>
        (prepared[at] ?? []).some((ours) => scoreNames(ours, theirs) >= ALERT_THRESHOLD);
      for (const at of [...mayAlert(theirs)].filter(isAlike)) alike[at]?.add(entryId);
    }
  }
  const namesOf = Map.groupBy(rows, ({ entryId }) => entryId);
  const alerts = queries.map((query, at) =>
    [...(alike[at] ?? [])]
      .map((entryId): Alert => [entryId, judge(query, namesOf.get(entryId) ?? [])])
      .filter(([, score]) => score >= ALERT_THRESHOLD)
      .toSorted((a, b) => b[1] - a[1] || a[0] - b[0]),
  );
  writeFileSync(path, JSON.stringify(alerts));
  return alerts;
}

/** As screening does: what is like it may be a weak alias, or denied by the entry's other names. */
function judge({ name, partyType }: RecallQuery, rows: readonly NameRow[]): number {
  const theirs = rows.flatMap((row) =>
    prepareNames(row.name, row.partyType).map((one) => ({ name: one, isWeak: row.isWeak })),
  );
  const query = createParty(kindOf(partyType), {
    names: prepareNames(name, partyType),
    weakNames: [],
  });
  const entry = createParty(rows[0]?.kind ?? 'unknown', splitNames(theirs));
  return screenParty(query, entry, 0)?.score ?? 0;
}

/** Of two names that score 0.85 at least one word of each is so like the other, or its consonants are. */
const LIKE_FROM = 0.75;

/**
 * Whose scores with a name have to be reckoned: every query of which a word, or some words joined, is like one of it.
 * Each word of the lists is compared once with each of the queries; without this it all took an hour.
 */
function createFilter(
  prepared: readonly (readonly PreparedName[])[],
): (name: PreparedName) => Set<number> {
  const known = new Map<string, readonly number[]>();
  const sought = prepared.flatMap((names, at) =>
    names.flatMap(({ tokens, runs }) =>
      [...tokens, ...runs.map(({ token }) => token)].map((token) => ({ at, token })),
    ),
  );
  const vowelless = prepared.flatMap((names, at) =>
    names.some(({ isVowelless }) => isVowelless) ? [at] : [],
  );
  const queriesLike = (token: NameToken): readonly number[] => {
    const found = known.get(token.text) ?? [
      ...new Set(
        sought
          .filter((one) => compareWords(one.token, token, true).similarity >= LIKE_FROM)
          .map(({ at }) => at),
      ),
    ];
    known.set(token.text, found);
    return found;
  };
  const skeletons = Map.groupBy(sought, ({ token }) => token.skeleton);
  return ({ tokens, runs, isVowelless }) => {
    if (isVowelless) return new Set(prepared.keys());
    const bearing = tokens.filter(({ kind }) => kind === 'word' || kind === 'number');
    const joined = runs.flatMap(({ token }) => skeletons.get(token.skeleton) ?? []);
    return new Set([...vowelless, ...bearing.flatMap(queriesLike), ...joined.map(({ at }) => at)]);
  };
}

/** Another one where the names, the queries or the rules of scoring are others. */
function fingerprint(rows: readonly NameRow[], queries: readonly RecallQuery[]): string {
  const hash = createHash('sha256').update(JSON.stringify([rows.length, queries]));
  hash.update(readFileSync(import.meta.filename));
  for (const path of globSync('src/domain/screening/*.ts', { cwd: GATEWAY_DIR }).toSorted())
    if (
      !/name-(?:probes|index|ranker)|blocking-keys|entry-index|prefilter|growable-array|text-table/.test(
        path,
      )
    )
      hash.update(readFileSync(join(GATEWAY_DIR, path)));
  return hash.digest('hex').slice(0, 16);
}
