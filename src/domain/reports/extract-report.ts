import { SOCIOECONOMIC_KIND } from '../socioeconomic/report.ts';
import type { ReportKind } from './report-kind.ts';
import { REPORT_KIND } from './screening-report.ts';

export type ExtractedReport = {
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
 * Extracts the report from a stored document: the report alone, `{report, signature}`, or a whole v4 response with
 * them in `data`. Returns undefined for other values.
 */
export function extractReport(value: unknown): ExtractedReport | undefined {
  const outer = toMembers(value);
  if (outer === undefined) return undefined;
  if (KINDS.has(outer['kind'])) return toExtractedReport(outer, undefined);
  const holder = toMembers(outer['data']) ?? outer;
  const report = toMembers(holder['report']);
  return report && toExtractedReport(report, holder['signature']);
}

function toExtractedReport(report: Members, signature: unknown): ExtractedReport | undefined {
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

function toMembers(value: unknown): Members | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(Object.entries(value));
}
