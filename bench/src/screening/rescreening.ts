import type { SystemContext } from '../../../src/context.ts';
import { createDb, createPool, type Db } from '../../../src/db/client.ts';
import { storeScreeningSettings } from '../../../src/db/queries/screening/settings.ts';
import { DEFAULT_SCREENING_SETTINGS } from '../../../src/domain/screening/screening-settings.ts';
import { createDetachedReadings } from '../../../src/extraction/reader/detached-readings.ts';
import { createLogger } from '../../../src/log.ts';
import { rescreen } from '../../../src/resolvers/rescreening/rescreen.ts';
import { runInWorkScope, WorkScope } from '../../../src/runtime/work-scope.ts';
import { runGateway, SERVICE } from '../gateway.ts';
import { startPostgres } from '../postgres.ts';
import { printLine } from '../print.ts';
import type { Curve } from '../results.ts';
import { compareAllPairs, countRaised } from './all-pairs.ts';
import { CHANGED_SOURCE, loadEntries, readEntries } from './changed-list.ts';
import { fillScreened } from './fill-screened.ts';

const DATABASE = 'rescreening';
const CHANGED = 2_000;
const SERVICE_ID = 1;
/** Of so many the answer is compared with that of comparing everybody with everybody, and of all that were planted. */
const SAMPLE = 500;

/** Measures the re-screening of a large service after a list changed, and verifies that it finds every match. */
export async function measureRescreening(): Promise<Curve[]> {
  const count = Number(process.env['PARTICIPANTS'] ?? 100_000);
  const folder = process.env['LISTS_DATA'];
  await using resources = new AsyncDisposableStack();
  const postgres = await startPostgres();
  resources.defer(postgres.stop);
  await postgres.create(DATABASE);
  resources.defer(async () => await postgres.drop(DATABASE));
  const url = postgres.urlOf(DATABASE);
  await runGateway(url, ['migrate', 'up']);
  await runGateway(url, ['service', 'add', SERVICE]);
  const pool = openPool(url);
  resources.defer(async () => await pool.end());
  const db = createDb(pool);
  const [first, ...entries] = await readEntries(folder, CHANGED);
  if (first === undefined) throw new Error('There are no entries.');
  printLine(`filling, of ${folder === undefined ? 'invented' : 'published'} lists …`);
  await loadEntries(pool, [first], '2024-01-01');
  await storeScreeningSettings(db, SERVICE_ID, {
    ...DEFAULT_SCREENING_SETTINGS,
    isOn: true,
    families: ['ofac'],
  });
  const parties = await fillScreened(db, { folder, count, entries });
  await loadEntries(pool, [first, ...entries], '2024-01-02');
  printLine('comparing …');
  const spent = await measure(db);
  const raised = await countRaised(db);
  printLine('comparing all pairs of a part …');
  const recall = await compareAllPairs(db, { parties, entries }, SAMPLE);
  const all = [count, entries.length, spent.seconds.toFixed(1), (spent.cpuMs / count).toFixed(3)];
  const more = [spent.statements, spent.peakMb.toFixed(0), spent.longestMs.toFixed(0), raised];
  const found = ((recall.alerts - recall.missed) / recall.alerts).toFixed(4);
  return [
    curve('Everybody against what changed', ALL, [...all, ...more]),
    curve('What it finds, against comparing all pairs', PART, [
      recall.participants,
      recall.pairs,
      recall.alerts,
      recall.missed,
      found,
    ]),
  ];
}

const ALL = [
  'participants',
  'entries',
  'seconds',
  'CPU ms each',
  'statements',
  'peak MB',
  'longest turn ms',
  'raised',
];
const PART = ['participants', 'pairs', 'alerts', 'not raised', 'recall'];

function curve(title: string, columns: string[], row: (string | number)[]): Curve {
  return { workload: 'rescreening', title, columns, rows: [row] };
}

function openPool(url: string): ReturnType<typeof createPool> {
  return createPool({
    connectionString: url,
    poolSize: 4,
    namedStatements: true,
    statementTimeoutMs: 600_000,
    lockTimeoutMs: 10_000,
    onIdleError: () => undefined,
  });
}

type Spent = {
  seconds: number;
  cpuMs: number;
  statements: number;
  peakMb: number;
  longestMs: number;
};

const MEGABYTE = 2 ** 20;
const LOOK_MS = 20;

async function measure(db: Db): Promise<Spent> {
  const record = new WorkScope();
  const loop = watchTurns();
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, LOOK_MS);
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  await runInWorkScope(record, async () => await rescreen(makeContext(db), CHANGED_SOURCE));
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedAt) / 1000;
  const longestMs = loop.end();
  clearInterval(look);
  return {
    seconds,
    cpuMs: (user + system) / 1000,
    statements: record.statements,
    peakMb: peak / MEGABYTE,
    longestMs,
  };
}

/** By the processor time of the thread: what other programs and threads take of the processors does not count. */
function watchTurns(): { end: () => number } {
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const look = setInterval(() => {
    const now = process.threadCpuUsage();
    longestMs = Math.max(longestMs, (now.user - last.user + now.system - last.system) / 1000);
    last = now;
  }, 1);
  return {
    end: () => {
      clearInterval(look);
      return longestMs;
    },
  };
}

function refuse(): never {
  throw new Error('Nobody is asked for it here.');
}

function makeContext(db: Db): SystemContext {
  const vault = { delete: refuse, read: refuse, seal: refuse, unwrapKey: refuse, unseal: refuse };
  return {
    serviceId: SERVICE_ID,
    db,
    log: createLogger('silent'),
    vault,
    readers: {
      engine: 'none',
      count: 0,
      acquire: refuse,
      tryAcquire: refuse,
      detached: createDetachedReadings(),
    },
    webhooks: { send: refuse },
    signal: new AbortController().signal,
  };
}
