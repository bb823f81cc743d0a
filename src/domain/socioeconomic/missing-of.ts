import type { ReportContent } from './content.ts';
import type { MissingPart } from './report.ts';
import type { SocioeconomicTemplate } from './template.ts';

/** What a report would say and does not: sections without anything, required fields, values that cannot be read. */
export function missingOf(template: SocioeconomicTemplate, content: ReportContent): MissingPart[] {
  throw new Error(`Nothing looks for what ${template.key} lacks, ${content.sections.length}.`);
}
