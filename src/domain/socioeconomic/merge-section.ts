import type { MergedSection, ReportContent, TypedSection, Typist } from './content.ts';
import type { SectionKey } from './section-keys.ts';
import type { SocioeconomicTemplate } from './template.ts';

/** A section as somebody has written it: the key is one of the fourteen, the template is the content's own. */
export type SectionChange = { section: SectionKey; typed: TypedSection; typist: Typist };

/** The content with what was typed into one section; what is sent unchanged keeps its source. */
export function mergeSection(
  template: SocioeconomicTemplate,
  content: ReportContent,
  change: SectionChange,
): MergedSection {
  throw new Error(`Nothing merges ${change.section} of ${template.key}, ${content.sections.length}.`);
}
