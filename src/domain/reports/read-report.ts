import { REPORT_KIND as KIND } from './screening-report.ts';

export type ReadReport = { report: object; id: number | undefined; signature: string | undefined };

/**
 * Reads the report out of what a client kept: the report alone, `{report, signature}`, or a whole answer of v4 with them in
 * `data`. Undefined for what is none of these.
 */
export function readReport(value: unknown): ReadReport | undefined {
  const outer = membersOf(value);
  if (outer === undefined) return undefined;
  if (outer['kind'] === KIND) return describe(outer, undefined);
  const holder = membersOf(outer['data']) ?? outer;
  const report = membersOf(holder['report']);
  return report?.['kind'] === KIND ? describe(report, holder['signature']) : undefined;
}

function describe(report: Members, signature: unknown): ReadReport {
  const { id } = report;
  return {
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
