import type { Comparison, Curve, Results, Timing } from './results.ts';
import { judge, type Verdict } from './targets.ts';

const MEGABYTE = 2 ** 20;

/** Formats the results as Markdown, which is also readable on a terminal. */
export function formatResults(results: Results): string {
  return [
    formatMachine(results),
    ...results.comparisons.map(formatComparison),
    ...(results.timings.length > 0 ? [formatTimings(results.timings)] : []),
    ...results.curves.map(formatCurve),
    ...formatVerdicts(judge(results)),
  ].join('\n\n');
}

const KINDS = { quick: 'a quick run', full: 'a full run' };

function formatMachine({ machine, startedAt, kind }: Results): string {
  const { cpu, cores, memoryGiB, system, node, postgres, generator, commit } = machine;
  const pinned = machine.isPinned ? 'server pinned to one core' : 'nothing pinned to a core';
  return (
    `${startedAt.slice(0, 10)}, ${KINDS[kind]} at commit ${commit}: ${cores} cores of ${cpu}, ` +
    `${memoryGiB} GiB, ${system}, Node ${node}, PostgreSQL ${postgres}, load by ${generator}, ${pinned}.`
  );
}

function formatComparison({ title, connections, rows }: Comparison): string {
  const head = ['server', 'req/s', '× ceiling', 'p50 ms', 'p99 ms', 'CPU µs server', 'PostgreSQL'];
  const body = rows.map((row) => [
    row.server,
    row.perSecond.toFixed(0),
    row.ratioToCeiling.toFixed(2),
    row.p50.toFixed(2),
    row.p99.toFixed(2),
    row.serverCpu.toFixed(0),
    row.postgresCpu.toFixed(0),
    (row.peakMemory / MEGABYTE).toFixed(0),
  ]);
  const plural = connections === 1 ? 'connection' : 'connections';
  return formatTable(`${title}, ${connections} ${plural}`, [...head, 'peak MB'], body);
}

function formatTimings(timings: readonly Timing[]): string {
  const head = ['what', 'gateway ms', 'bare ms', 'ratio', 'bare', 'peak MB'];
  const body = timings.map((one) => [
    one.title,
    one.gatewayMs.toFixed(1),
    one.bareMs.toFixed(1),
    one.ratio.toFixed(2),
    one.bare,
    one.peakMemory === undefined ? '' : (one.peakMemory / MEGABYTE).toFixed(0),
  ]);
  return formatTable('Writes, one client', head, body);
}

export function formatCurve({ title, columns, rows }: Curve): string {
  return formatTable(
    title,
    columns,
    rows.map((row) => row.map(String)),
  );
}

function formatVerdicts(verdicts: readonly Verdict[]): string[] {
  if (verdicts.length === 0) return [];
  const head = ['aim', 'wanted', 'measured', 'by CPU', 'met'];
  const body = verdicts.map((one) => [
    one.what,
    one.wanted,
    one.measured.toFixed(2),
    one.byCpu?.toFixed(2) ?? '',
    one.isMet ? 'yes' : 'no',
  ]);
  return [formatTable('Aims', head, body)];
}

function formatTable(title: string, head: string[], body: string[][]): string {
  const widths = head.map((name, at) =>
    Math.max(name.length, ...body.map((row) => row[at]?.length ?? 0)),
  );
  const line = (row: string[]): string =>
    `| ${row.map((cell, at) => pad(cell, widths[at] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [`**${title}**`, '', line(head), rule, ...body.map(line)].join('\n');
}

/** Numbers to the right. */
function pad(cell: string, width: number): string {
  return /^[\d.,]+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
}
