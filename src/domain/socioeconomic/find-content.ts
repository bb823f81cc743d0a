import type { FieldContent, ReportContent, ReportRow, SectionContent } from './content.ts';
import type { SectionKey } from './template/section-keys.ts';
import type { ReportValue } from './value.ts';

/** A section of the content; all are there. */
export function sectionOf({ sections }: ReportContent, key: SectionKey): SectionContent {
  const section = sections.find((candidate) => candidate.key === key);
  if (section === undefined) throw new Error(`A report has no section ${key}.`);
  return section;
}

/** A field's value, undefined where nothing is known. */
export function valueOf(
  fields: readonly FieldContent[],
  key: string,
): ReportValue['value'] | undefined {
  return fields.find((field) => field.key === key)?.value.value;
}

/** A group's rows, none where there is no such group. */
export function rowsOfGroup({ groups }: SectionContent, key: string): readonly ReportRow[] {
  return groups.find((group) => group.key === key)?.rows ?? [];
}
