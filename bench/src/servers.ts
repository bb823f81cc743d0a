import type { Bench } from './bench.ts';
import { ALL, OWN } from './installations.ts';
import { openBench } from './open-bench.ts';
import type { Options } from './options.ts';
import { pinSelf } from './pinning.ts';
import { printLine } from './print.ts';
import type { Comparison, Curve, Findings, Timing } from './results.ts';
import { complete5 } from './workloads/complete.ts';
import { importAnswers50 } from './workloads/import-answers.ts';
import { graphqlList } from './workloads/list.ts';
import { graphqlSingle, restDetail } from './workloads/reads.ts';
import { upsertOne } from './workloads/upsert-one.ts';

const READS = [graphqlSingle, restDetail, graphqlList];
const WRITES = [complete5, upsertOne, importAnswers50];

const COLUMNS = [
  'PostgreSQL',
  ...['GraphQL', 'v4 detail', 'list of 50'].flatMap((what) => [`${what}: × ceiling`, 'by CPU']),
  'completion: × bare',
  'upsert: × bare',
  'import of 50: × bare',
  `worst beside ${OWN}'s`,
];

/**
 * The same reads and writes on one PostgreSQL after the other, each beside the bare statements on that server. Reads count by
 * the processor time of server and PostgreSQL, since a machine that does something else besides changes it little.
 */
export async function compareServers(options: Options): Promise<Curve[]> {
  pinSelf();
  const names = options.postgres.length > 0 ? options.postgres : ALL;
  const servers: Server[] = [];
  for (const name of names) servers.push(await measureServer(options, name));
  const own = servers.find((one) => one.name === OWN);
  const rows = servers.map((one) => [...one.cells, own === undefined ? '' : worstBeside(one, own)]);
  return [{ workload: 'servers', title: 'Versions of PostgreSQL', columns: COLUMNS, rows }];
}

/** What is cold yet would be taken for the server's. */
const WARM_UP_SECONDS = 4;

type Server = {
  name: string;
  cells: string[];
  /** How well the gateway does beside the bare statements there: more is better. */
  scores: number[];
};

async function measureServer(options: Options, name: string): Promise<Server> {
  await using resources = new AsyncDisposableStack();
  const chosen = { ...options, isQuick: true, postgres: name, against: ['ceiling'] };
  const opened = await openBench(chosen, resources);
  const bench = { ...opened, pace: { ...opened.pace, warmUpSeconds: WARM_UP_SECONDS } };
  printLine(`PostgreSQL ${bench.postgres.version} …`);
  const reads = (await runAll(READS, bench)).flatMap((one) => one.comparisons ?? []).map(ratiosOf);
  const writes = (await runAll(WRITES, bench)).flatMap((one) => one.timings ?? []);
  const cells = [
    bench.postgres.version,
    ...reads.flatMap(({ ratio, byCpu }) => [ratio.toFixed(2), byCpu.toFixed(2)]),
    ...writes.map(({ ratio }: Timing) => ratio.toFixed(2)),
  ];
  // A run that breaks off leaves what it had.
  printLine(`| ${cells.join(' | ')} |`);
  return {
    name,
    cells,
    scores: [...reads.map(({ byCpu }) => byCpu), ...writes.map(({ ratio }) => 1 / ratio)],
  };
}

async function runAll(
  workloads: readonly (typeof complete5)[],
  bench: Bench,
): Promise<Partial<Findings>[]> {
  const found: Partial<Findings>[] = [];
  for (const { run } of workloads) found.push(await run(bench));
  return found;
}

function ratiosOf({ rows }: Comparison): { ratio: number; byCpu: number } {
  const [gateway, ceiling] = ['gateway', 'ceiling'].map((name) =>
    rows.find((row) => row.server === name),
  );
  if (gateway === undefined || ceiling === undefined) throw new Error('Both are measured.');
  const cpuOf = (row: typeof gateway): number => row.serverCpu + row.postgresCpu;
  return { ratio: gateway.ratioToCeiling, byCpu: cpuOf(ceiling) / cpuOf(gateway) };
}

/** The least of the scores as a share of the other's. */
function worstBeside({ scores }: Server, own: Server): string {
  return Math.min(...scores.map((score, at) => score / (own.scores[at] ?? score))).toFixed(2);
}
