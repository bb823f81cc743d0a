import type { ListEntry } from '../../../src/domain/lists/list-entry.ts';
import { ALERT_THRESHOLD } from '../../../src/domain/screening/names/score-names.ts';
import { toNamePartyType } from '../../../src/domain/screening/screened-parties.ts';
import { printLine } from '../print.ts';
import type { Curve } from '../results.ts';
import { createRandom } from '../stats.ts';
import type { Case, CaseSet } from './case-set.ts';
import { readGeneralPairs } from './general-pairs.ts';
import { type Invented, inventNames } from './invented-names.ts';
import { jaroWinkler } from './jaro-winkler.ts';
import { readLabelledCases } from './labelled-cases.ts';
import { getListsFolder } from './list-files.ts';
import { readMexicanCases } from './mexican-cases.ts';
import { misspell } from './misspell.ts';
import { countAlerts, judgeCase, measureScoring } from './scoring.ts';
import { indexByKeys, readWatchLists } from './watch-lists.ts';

/**
 * Measures how well names of published lists are told apart, compared with Jaro–Winkler. Needs no server and no
 * database.
 */
export async function measureScreeningQuality(): Promise<Curve[]> {
  const folder = getListsFolder();
  printLine('reading the lists …');
  const { ofac, un } = await readWatchLists(folder);
  const sets = [
    ...(await readLabelledCases(folder)),
    ...(await readMexicanCases(folder)),
    { name: 'UN, names with a slip', cases: misspellNames(un) },
    ...(await readGeneralPairs()),
  ];
  printLine('scoring …');
  const lists = indexByKeys([...ofac, ...un]);
  return [
    curve('Names at one threshold', COLUMNS, sets.flatMap(rowsOf)),
    curve(
      'Invented names against OFAC and UN',
      ['names', 'invented', 'alerts', '%', '95 % interval', 'candidates'],
      await Promise.all(
        SEEDS.map(async ({ name, seeds }) => [
          `${seeds.length} ${name}`,
          ...countAlerts(await inventAll(folder, seeds), lists),
        ]),
      ),
    ),
    curve(
      'Speed, one core',
      ['what', 'times', 'CPU µs each'],
      measureScoring(await inventAll(folder, [FIRST]), lists),
    ),
  ];
}

const FIRST = 1;
/**
 * By the first rules were chosen, the others' alerts were counted each time, and the last ones' only once all rules
 * stood.
 */
const SEEDS = [
  { name: 'seeds (tuned on)', seeds: [FIRST, 2, 3, 4, 5, 6] },
  { name: 'others', seeds: [11, 12, 13, 14, 15, 16] },
  { name: 'fresh ones', seeds: [210, 211, 212, 217, 218, 219] },
];
const COLUMNS = [
  'pairs',
  'scored by',
  'count',
  'precision',
  'recall',
  'F1',
  'false alarms %',
  'keys find',
];
const MISSPELT = 670;
const MISSPELLING_SEED = 7;
const LATIN = /^[\p{Script=Latin}\p{P}\p{Z}\d`]+$/u;

function curve(title: string, columns: string[], rows: (string | number)[][]): Curve {
  return { workload: 'screening-quality', title, columns, rows };
}

async function inventAll(folder: string, seeds: readonly number[]): Promise<Invented[]> {
  const some = seeds.map((seed) => ({ seed, count: seed === FIRST ? 535 : 2140 }));
  return (await Promise.all(some.map(async (one) => await inventNames(folder, one)))).flat();
}

/** The main names of a list in the Latin script, each with one slip. */
function misspellNames(entries: readonly ListEntry[]): Case[] {
  const random = createRandom(MISSPELLING_SEED);
  const cases = entries.flatMap(({ names: [main], partyType: whose }): Case[] => {
    const [candidate, partyType] = [main?.name ?? '', toNamePartyType(whose)];
    const query = LATIN.test(candidate) ? misspell(candidate.toUpperCase(), random) : undefined;
    return query === undefined ? [] : [{ query, candidate, partyType, isMatch: true }];
  });
  return cases.slice(0, MISSPELT);
}

/** One row for the engine and one for the baseline. */
function rowsOf({ name, cases }: CaseSet): (string | number)[][] {
  const judged = cases.map((one) => ({ ...judgeCase(one), isMatch: one.isMatch }));
  const found = judged.filter(({ isMatch, hasKey }) => isMatch && hasKey).length;
  const matches = cases.filter(({ isMatch }) => isMatch).length;
  const plain = cases.map(({ query, candidate, isMatch }) => {
    const score = jaroWinkler(query.toLowerCase(), candidate.toLowerCase());
    return { score, isMatch };
  });
  return [
    [name, 'gateway', ...figuresOf(judged), matches === 0 ? '' : share(found, matches)],
    ['', 'Jaro-Winkler', ...figuresOf(plain), ''],
  ];
}

function figuresOf(judged: readonly { score: number; isMatch: boolean }[]): (string | number)[] {
  const count = (isMatch: boolean, isAlert: boolean): number =>
    judged.filter((one) => one.isMatch === isMatch && one.score >= ALERT_THRESHOLD === isAlert)
      .length;
  const [hits, misses, alarms, rest] = [
    count(true, true),
    count(true, false),
    count(false, true),
    count(false, false),
  ];
  const hasBoth = hits + misses > 0 && alarms + rest > 0;
  return [
    judged.length,
    hasBoth ? share(hits, hits + alarms) : '',
    hits + misses > 0 ? share(hits, hits + misses) : '',
    hasBoth ? share(2 * hits, 2 * hits + alarms + misses) : '',
    alarms + rest > 0 ? ((100 * alarms) / (alarms + rest)).toFixed(1) : '',
  ];
}

function share(part: number, whole: number): string {
  return (part / whole).toFixed(3);
}
