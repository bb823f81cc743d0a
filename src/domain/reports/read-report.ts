import { SOCIOECONOMIC_KIND } from '../socioeconomic/report.ts';
import type { ReportKind } from './report-kind.ts';
import { REPORT_KIND } from './screening-report.ts';

export type ReadReport = {
  kind: ReportKind;
  report: object;
  id: number | undefined;
  signature: string | undefined;
};

/** Kinds of reports by their member `kind`. */
const KINDS: ReadonlyMap<unknown, ReportKind> = new Map([
  [REPORT_KIND, 'screening'],
  [SOCIOECONOMIC_KIND, 'socioeconomic'],
]);

/**
 * Reads the report out of what a client kept: the report alone, `{report, signature}`, or a whole answer of v4 with them in
 * `data`. Undefined for what is none of these.
 */
export function readReport(value: unknown): ReadReport | undefined {
  const outer = membersOf(value);
  if (outer === undefined) return undefined;
  if (KINDS.has(outer['kind'])) return describe(outer, undefined);
  const holder = membersOf(outer['data']) ?? outer;
  const report = membersOf(holder['report']);
  return report && describe(report, holder['signature']);
}

function describe(report: Members, signature: unknown): ReadReport | undefined {
  const { id } = report;
  const kind = KINDS.get(report['kind']);
  if (kind === undefined) return undefined;
  return {
    kind,
    report,
    id: typeof id === 'number' ? id : undefined,
    signature: typeof signature === 'string' ? signature : undefined,
  };
}

type Members = { [name: string]: unknown };

function membersOf(value: unknown): Members | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(Object.entries(value));
}
