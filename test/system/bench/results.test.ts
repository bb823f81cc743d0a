import { describe, expect, it } from 'vitest';
import { addFindings, type ComparedRow, type Results } from '../../../bench/src/results.ts';
import { formatResults } from '../../../bench/src/table.ts';
import { judge } from '../../../bench/src/targets.ts';

function makeRow(server: string, perSecond: number, figures: Partial<ComparedRow> = {}) {
  const usual = { p50: 1, p99: 10, serverCpu: 100, postgresCpu: 100 };
  return { ...usual, server, perSecond, ratioToCeiling: 1, peakMemory: 0, ...figures };
}

function makeResults(found: Partial<Results>): Results {
  const machine = {
    cpu: 'a processor',
    cores: 2,
    memoryGiB: 8,
    system: 'a system',
    node: 'v24.0.0',
    postgres: '18.4',
    generator: 'wrk',
    isPinned: true,
    commit: 'abc1234',
  };
  const startedAt = '2026-01-02T03:04:05.000Z';
  return { startedAt, kind: 'full', machine, comparisons: [], timings: [], curves: [], ...found };
}

describe('the aims of a run', () => {
  it('are judged by requests a second and told by processor time, against the best of the peers', () => {
    const comparison = {
      workload: 'graphql-list',
      title: 'List',
      connections: 16,
      rows: [
        makeRow('gateway', 300, { ratioToCeiling: 3.1, serverCpu: 20, postgresCpu: 80 }),
        makeRow('ceiling', 100),
        makeRow('apollo', 50),
        makeRow('postgraphile', 200),
      ],
    };
    expect(judge(makeResults({ comparisons: [comparison] }))).toEqual([
      {
        what: 'List, 16 connections: × ceiling',
        wanted: '≥ 1.8',
        measured: 3.1,
        byCpu: 2,
        isMet: true,
      },
      {
        what: 'List, 16 connections: × postgraphile',
        wanted: '≥ 2',
        measured: 1.5,
        byCpu: 2,
        isMet: false,
      },
    ]);
  });

  it('hold a write to its bare statement, and an import to its memory', () => {
    const timing = {
      workload: 'import-file',
      title: 'Import',
      bare: 'COPY',
      gatewayMs: 2,
      bareMs: 1,
      ratio: 2,
      peakMemory: 300 * 2 ** 20,
    };
    expect(judge(makeResults({ timings: [timing] }))).toEqual([
      { what: 'Import: time × COPY', wanted: '≤ 2', measured: 2, isMet: true },
      { what: 'Import: peak MB', wanted: '< 256', measured: 300, isMet: false },
    ]);
  });

  it('leave out what the run did not measure', () => {
    expect(judge(makeResults({}))).toEqual([]);
  });
});

function makeCurve(workload: string, title: string) {
  return { workload, title, columns: [], rows: [] };
}

describe('a run in parts', () => {
  it('replaces what it measured again and keeps the rest', () => {
    const before = makeResults({ curves: [makeCurve('a', 'old'), makeCurve('b', 'old')] });
    const found = {
      comparisons: [],
      timings: [],
      curves: [makeCurve('a', 'new'), makeCurve('c', 'new')],
    };
    expect(addFindings(before, found).curves.map((one) => one.workload + one.title)).toEqual([
      'bold',
      'anew',
      'cnew',
    ]);
  });
});

describe('the printed results', () => {
  it('say on which machine, and stand in columns', () => {
    const curve = { workload: 'x', title: 'Rows', columns: ['rows', 'ms'], rows: [[1000, '1.5']] };
    expect(formatResults(makeResults({ curves: [curve] })).split('\n')).toEqual([
      '2026-01-02, a full run at commit abc1234: 2 cores of a processor, 8 GiB, a system, Node v24.0.0, PostgreSQL 18.4, load by wrk, server pinned to one core.',
      '',
      '**Rows**',
      '',
      '| rows | ms  |',
      '| ---- | --: |',
      '| 1000 | 1.5 |',
    ]);
  });
});
