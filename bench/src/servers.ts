import type { Bench } from './bench.ts';
import { ALL_INSTALLATIONS, EMBEDDED } from './installations.ts';
import { openBench } from './open-bench.ts';
import type { Options } from './options.ts';
import { pinSelf } from './pinning.ts';
import { printLine } from './print.ts';
import type { ComparedRow, Comparison, Curve, Findings, Timing } from './results.ts';
import { complete5 } from './workloads/complete.ts';
import { importAnswers50 } from './workloads/import-answers.ts';
import { graphqlList } from './workloads/list.ts';
import { graphqlSingle, restDetail } from './workloads/reads.ts';
import { upsertOne } from './workloads/upsert-one.ts';

const READS = [graphqlSingle, restDetail, graphqlList];
const WRITES = [complete5, upsertOne, importAnswers50];
const READ_NAMES = ['GraphQL', 'v4 detail', 'list of 50'];
const WRITE_NAMES = ['completion', 'upsert', 'import of 50'];

const RATIO_COLUMNS = [
  'PostgreSQL',
  ...READ_NAMES.flatMap((what) => [`${what}: × ceiling`, 'by CPU']),
  ...WRITE_NAMES.map((what) => `${what}: × bare`),
  `worst beside ${EMBEDDED}'s`,
];
const TAKEN_COLUMNS = [
  'PostgreSQL',
  ...READ_NAMES.flatMap((what) => [`${what}: CPU µs, Node + PostgreSQL`, 'ceiling']),
  ...WRITE_NAMES.flatMap((what) => [`${what}: ms`, 'bare']),
];

/**
 * Measures the same reads and writes on one PostgreSQL after the other, compared with the plain statements on that
 * server. Compares reads by the CPU time of server and PostgreSQL, which other load affects little. The second table
 * has the absolute figures of the ratios.
 */
export async function compareServers(options: Options): Promise<Curve[]> {
  pinSelf();
  const names = options.postgres.length > 0 ? options.postgres : ALL_INSTALLATIONS;
  const servers: Server[] = [];
  for (const name of names) servers.push(await measureServer(options, name));
  const own = servers.find((one) => one.name === EMBEDDED);
  const rows = servers.map((one) => [
    one.version,
    ...one.ratios,
    own === undefined ? '' : worstBeside(one, own),
  ]);
  const taken = servers.map((one) => [one.version, ...one.taken]);
  return [
    { workload: 'servers', title: 'Versions of PostgreSQL', columns: RATIO_COLUMNS, rows },
    { workload: 'servers', title: 'What it takes there', columns: TAKEN_COLUMNS, rows: taken },
  ];
}

/** What is cold yet would be taken for the server's, and so would what one round happens to meet. */
const PACE = { rounds: 5, seconds: 2, warmUpSeconds: 4 };

type Server = {
  name: string;
  version: string;
  ratios: string[];
  /** What both sides take, in the same order. */
  taken: string[];
  /** How well the gateway does beside the bare statements there: more is better. */
  scores: number[];
};

async function measureServer(options: Options, name: string): Promise<Server> {
  await using resources = new AsyncDisposableStack();
  const chosen = { ...options, isQuick: true, postgres: name, against: ['ceiling'] };
  const opened = await openBench(chosen, resources);
  const { rounds = PACE.rounds, seconds = PACE.seconds } = options;
  const bench = { ...opened, pace: { ...PACE, rounds, seconds } };
  const { version } = bench.postgres;
  printLine(`PostgreSQL ${version} …`);
  const reads = (await runAll(READS, bench)).flatMap((one) => one.comparisons ?? []).map(ratiosOf);
  const writes = (await runAll(WRITES, { ...bench, isQuick: false })).flatMap(
    (one) => one.timings ?? [],
  );
  const ratios = [
    ...reads.flatMap(({ ratio, byCpu }) => [ratio.toFixed(2), byCpu.toFixed(2)]),
    ...writes.map(({ ratio }: Timing) => ratio.toFixed(2)),
  ];
  const taken = [
    ...reads.flatMap(({ gateway, ceiling }) => [gateway, ceiling].map(cpuOf)),
    ...writes.flatMap(({ gatewayMs, bareMs }) => [gatewayMs, bareMs].map((ms) => ms.toFixed(2))),
  ];
  // A run that breaks off leaves what it had.
  for (const cells of [ratios, taken]) printLine(`| ${[version, ...cells].join(' | ')} |`);
  return {
    name,
    version,
    ratios,
    taken,
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

type Read = { ratio: number; byCpu: number; gateway: ComparedRow; ceiling: ComparedRow };

function ratiosOf({ rows }: Comparison): Read {
  const [gateway, ceiling] = ['gateway', 'ceiling'].map((name) =>
    rows.find((row) => row.server === name),
  );
  if (gateway === undefined || ceiling === undefined) throw new Error('Both are measured.');
  const byCpu = sumOf(ceiling) / sumOf(gateway);
  return { ratio: gateway.ratioToCeiling, byCpu, gateway, ceiling };
}

function sumOf({ serverCpu, postgresCpu }: ComparedRow): number {
  return serverCpu + postgresCpu;
}

function cpuOf({ serverCpu, postgresCpu }: ComparedRow): string {
  return `${serverCpu.toFixed(0)} + ${postgresCpu.toFixed(0)}`;
}

/** The least of the scores as a share of the other's. */
function worstBeside({ scores }: Server, own: Server): string {
  return Math.min(...scores.map((score, at) => score / (own.scores[at] ?? score))).toFixed(2);
}
