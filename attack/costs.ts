import type { Target } from './attack.ts';
import { RFC_QUERY, rfcInputs } from './attacks/many-rfcs.ts';
import { type Prepared, startGateway } from './gateway.ts';
import type { Operation } from './graphql.ts';
import { JSON_CONTENT } from './headers.ts';
import { longPageQuery, longRolesQuery, nestedQuery } from './nested-query.ts';
import { WIDE_BUSINESS_ID } from './rows.ts';
import { toLine } from './table.ts';

/** Shapes of queries, each with how often it is asked so that its time shows in ticks of ten milliseconds. */
const SHAPES: { name: string; operation: Operation; count: number }[] = [
  { name: 'who calls', operation: { query: '{viewer{service}}' }, count: 2000 },
  { name: 'a business', operation: { query: `{${one('name code')}}` }, count: 2000 },
  {
    name: 'a business with 10 participants and their documents',
    operation: { query: `{${one(`name code ${participants(10)}`)}}` },
    count: 1000,
  },
  {
    name: '50 businesses',
    operation: { query: '{businesses(first:50){nodes{id name code}}}' },
    count: 500,
  },
  {
    name: '50 businesses with 10 participants of each and their documents',
    operation: { query: `{businesses(first:50){nodes{id name code ${participants(10)}}}}` },
    count: 100,
  },
  {
    name: 'participants of a business three levels deep',
    operation: { query: nestedQuery(3) },
    count: 100,
  },
  { name: 'the same four levels deep', operation: { query: nestedQuery(4) }, count: 20 },
  {
    name: '400 participants of 20 kB of roles each, not asked for',
    operation: { query: longPageQuery(400) },
    count: 20,
  },
  {
    name: '10 participants with 20 kB of roles each, 25 times',
    operation: { query: longRolesQuery(1, 25) },
    count: 20,
  },
  {
    name: '5,000 RFCs with the names of their persons',
    operation: { query: RFC_QUERY, variables: { i: rfcInputs(5000) } },
    count: 20,
  },
];

function one(fields: string): string {
  return `business(by:{databaseId:${WIDE_BUSINESS_ID}}){${fields}}`;
}

function participants(first: number): string {
  return `participants(first:${first}){nodes{id name paternalSurname email documents{id typeCode}}}`;
}

const HEADINGS = [
  'query',
  'points',
  'ms of the gateway',
  'µs a point',
  'ms to the answer',
  'kB',
  'bytes a point',
];

/** Prints what queries cost and what they take, one after the other on a gateway that does nothing else. */
export async function printCosts(prepared: Prepared): Promise<void> {
  const gateway = await startGateway(prepared, {});
  try {
    console.log(`${toLine(HEADINGS)}\n${toLine(HEADINGS.map(() => '---'))}`);
    const target = { url: gateway.url, headers: prepared.attacker };
    for (const { name, operation, count } of SHAPES) {
      // Known, planned, and compiled by V8.
      for (let time = 0; time < Math.max(5, count / 10); time += 1) await ask(target, operation);
      const { points } = await ask(target, operation);
      const [cpuMs, startedAt] = [gateway.cpuMs(), performance.now()];
      let bytes = 0;
      for (let time = 0; time < count; time += 1) ({ bytes } = await ask(target, operation));
      const waitMs = (performance.now() - startedAt) / count;
      const ms = (gateway.cpuMs() - cpuMs) / count;
      console.log(toLine([name, ...describe({ points, ms, waitMs, bytes })]));
    }
  } finally {
    await gateway.stop();
  }
}

type Cost = { points: number; ms: number; waitMs: number; bytes: number };

function describe({ points, ms, waitMs, bytes }: Cost): string[] {
  return [
    points.toLocaleString('en'),
    ms.toFixed(ms < 10 ? 2 : 0),
    ((ms * 1000) / points).toFixed(0),
    waitMs.toFixed(waitMs < 10 ? 2 : 0),
    (bytes / 1000).toFixed(1),
    (bytes / points).toFixed(0),
  ];
}

/** What it was charged, by what is left of the budget before it and after. */
async function ask(
  { url, headers }: Target,
  operation: Operation,
): Promise<{ points: number; bytes: number }> {
  const request = { method: 'POST', headers: { ...headers, ...JSON_CONTENT } };
  const send = async (body: Operation) =>
    await fetch(`${url}/graphql`, { ...request, body: JSON.stringify(body) });
  const response = await send(operation);
  const bytes = (await response.arrayBuffer()).byteLength;
  const left = Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
  const points = leftBefore - left;
  leftBefore = left;
  return { points, bytes };
}

let leftBefore = 0;
