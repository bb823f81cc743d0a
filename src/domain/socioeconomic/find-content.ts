import type { FieldContent, ReportContent, ReportRow, SectionContent } from './content.ts';
import type { SectionKey } from './template/section-keys.ts';
import type { ReportValue } from './value.ts';

/** Returns a section. Throws when it is missing, because every content has all sections. */
export function getSection({ sections }: ReportContent, key: SectionKey): SectionContent {
  const section = sections.find((candidate) => candidate.key === key);
  if (section === undefined) throw new Error(`A report has no section ${key}.`);
  return section;
}

/** Returns the value of a field; undefined when it is unknown. */
export function findValue(
  fields: readonly FieldContent[],
  key: string,
): ReportValue['value'] | undefined {
  return fields.find((field) => field.key === key)?.value.value;
}

/** Returns the rows of a group; empty when the content has no such group. */
export function listGroupRows({ groups }: SectionContent, key: string): readonly ReportRow[] {
  return groups.find((group) => group.key === key)?.rows ?? [];
}
