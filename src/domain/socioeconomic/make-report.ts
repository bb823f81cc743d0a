import type { ReportContent } from './content.ts';
import type { ReportHead, SocioeconomicReportDocument } from './report.ts';
import type { SocioeconomicTemplate } from './template.ts';

/** What is given out, signed and printed of a report. */
export function makeSocioeconomicReport(
  template: SocioeconomicTemplate,
  content: ReportContent,
  head: ReportHead,
): SocioeconomicReportDocument {
  throw new Error(`Nothing tells ${template.key}, ${content.sections.length}, ${head.id} yet.`);
}
