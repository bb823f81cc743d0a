import type { ComparedRow, Results } from './results.ts';

/** Target of the project with its measured value. */
export type Verdict = {
  what: string;
  wanted: string;
  measured: number;
  /** Target as ratio of CPU time per request, of server and PostgreSQL together; undefined when it is meaningless. */
  byCpu?: number;
  isMet: boolean;
};

/** Compares the results with the targets of the gateway, as far as they were measured. */
export function judge(results: Results): Verdict[] {
  return [
    ...RATIOS.flatMap((aim) => judgeRatio(results, aim)),
    ...LATENCIES.flatMap((aim) => judgeLatency(results, aim)),
    ...WRITES.flatMap((aim) => judgeWrite(results, aim)),
    ...judgeImportMemory(results),
  ];
}

type Aim = { workload: string; connections: number; min: number };
type RatioAim = Aim & { what: string; against: readonly string[] };

const PEERS = ['mercurius', 'postgraphile', 'apollo'];

/** Targets in requests per second, as multiples of the best of the named servers. */
const RATIOS: readonly RatioAim[] = [
  ...[64, 256].flatMap((connections) => [
    { ...against('ceiling', 1.5), what: 'GraphQL', workload: 'graphql-single', connections },
    { ...against('ceiling', 1.4), what: 'v4 detail', workload: 'rest-detail', connections },
  ]),
  { ...against('ceiling', 1.8), what: 'List', workload: 'graphql-list', connections: 16 },
  { ...against('ceiling', 0.85), what: 'GraphQL', workload: 'graphql-one', connections: 1 },
  { ...against('ceiling', 0.85), what: 'v4 detail', workload: 'rest-detail', connections: 1 },
  { ...against('mercurius', 2.5), what: 'GraphQL', workload: 'graphql-single', connections: 64 },
  { ...against('postgraphile', 3.5), what: 'GraphQL', workload: 'graphql-single', connections: 64 },
  { ...against('apollo', 6), what: 'GraphQL', workload: 'graphql-single', connections: 64 },
  { against: PEERS, min: 2, what: 'List', workload: 'graphql-list', connections: 16 },
];

function against(server: string, min: number): { against: string[]; min: number } {
  return { against: [server], min };
}

function judgeRatio(results: Results, aim: RatioAim): Verdict[] {
  const rows = findRows(results, aim);
  const gateway = rows.find((row) => row.server === 'gateway');
  const [best] = rows
    .filter((row) => aim.against.includes(row.server))
    .toSorted((a, b) => b.perSecond - a.perSecond);
  if (gateway === undefined || best === undefined) return [];
  const measured = ratioOf(gateway, best);
  const connections = aim.connections === 1 ? '1 connection' : `${aim.connections} connections`;
  return [
    {
      what: `${aim.what}, ${connections}: × ${best.server}`,
      wanted: `≥ ${aim.min}`,
      measured,
      byCpu: cpuOf(best) / cpuOf(gateway),
      isMet: measured >= aim.min,
    },
  ];
}

/** Returns the ratio within the same rounds, if known. */
function ratioOf(gateway: ComparedRow, other: ComparedRow): number {
  return other.server === 'ceiling' ? gateway.ratioToCeiling : gateway.perSecond / other.perSecond;
}

function cpuOf({ serverCpu, postgresCpu }: ComparedRow): number {
  return serverCpu + postgresCpu;
}

function findRows(
  { comparisons }: Results,
  { workload, connections }: Pick<Aim, 'workload' | 'connections'>,
): ComparedRow[] {
  const found = comparisons.find(
    (one) => one.workload === workload && one.connections === connections,
  );
  return found?.rows ?? [];
}

const LATENCIES = [
  { what: 'GraphQL', workload: 'graphql-single', connections: 64, max: 2 },
  { what: 'v4 detail', workload: 'rest-detail', connections: 64, max: 2 },
];

function judgeLatency(results: Results, aim: (typeof LATENCIES)[number]): Verdict[] {
  const rows = findRows(results, aim);
  const gateway = rows.find((row) => row.server === 'gateway');
  const ceiling = rows.find((row) => row.server === 'ceiling');
  if (gateway === undefined || ceiling === undefined) return [];
  const measured = gateway.p99 / ceiling.p99;
  const what = `${aim.what}, ${aim.connections} connections: p99 × ceiling`;
  return [{ what, wanted: `≤ ${aim.max}`, measured, isMet: measured <= aim.max }];
}

/** Targets of durations, as multiples of the plain statements. */
const WRITES = [
  { workload: 'complete-5', max: 2 },
  { workload: 'upsert-one', max: 2 },
  { workload: 'complete-100000', max: 1.5 },
  { workload: 'import-answers-50', max: 2 },
  { workload: 'import-answers-5000', max: 2 },
  { workload: 'import-file', max: 2 },
];

function judgeWrite({ timings }: Results, { workload, max }: (typeof WRITES)[number]): Verdict[] {
  return timings
    .filter((one) => one.workload === workload)
    .map(({ title, bare, ratio }) => ({
      what: `${title}: time × ${bare}`,
      wanted: `≤ ${max}`,
      measured: ratio,
      isMet: ratio <= max,
    }));
}

const IMPORT_MEGABYTES_MAX = 256;

function judgeImportMemory({ timings }: Results): Verdict[] {
  return timings.flatMap(({ title, peakMemory }) => {
    if (peakMemory === undefined) return [];
    const measured = peakMemory / 2 ** 20;
    const isMet = measured < IMPORT_MEGABYTES_MAX;
    return [{ what: `${title}: peak MB`, wanted: `< ${IMPORT_MEGABYTES_MAX}`, measured, isMet }];
  });
}
