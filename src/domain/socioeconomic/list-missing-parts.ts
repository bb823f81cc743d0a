import type { ReportContent, SectionContent } from './content.ts';
import { getSection } from './find-content.ts';
import type { MissingPart } from './report.ts';
import type {
  SocioeconomicTemplate,
  TemplateField,
  TemplateGroup,
  TemplateSection,
} from './template/template.ts';

/**
 * Lists the missing parts of a report in its order: empty sections, and in other sections required fields and groups
 * without values, and unusable source texts with their reasons. Omits the consent, which is not part of the content.
 */
export function listMissingParts(
  template: SocioeconomicTemplate,
  content: ReportContent,
): MissingPart[] {
  return template.sections
    .filter(({ key }) => key !== 'consent')
    .flatMap((section) => listMissingInSection(section, getSection(content, section.key)));
}

function listMissingInSection(section: TemplateSection, content: SectionContent): MissingPart[] {
  const wholeSection = { section: section.key, group: null, row: null, field: null };
  const { fields, groups, unread } = content;
  if (fields.length === 0 && groups.length === 0 && unread.length === 0)
    return [{ ...wholeSection, label: section.title, reason: 'no_information' }];
  return [
    ...listMissingFields(section.fields, content).map((missing) => ({
      ...wholeSection,
      ...missing,
    })),
    ...section.groups.flatMap((group) =>
      listMissingInGroup(group, content).map((missing) => ({ ...wholeSection, ...missing })),
    ),
  ];
}

type MissingDetail = Pick<MissingPart, 'label' | 'reason'> & Partial<MissingPart>;

/** Lists the missing fields outside of groups. */
function listMissingFields(
  fields: readonly TemplateField[],
  content: SectionContent,
): MissingDetail[] {
  return fields.flatMap(({ key, label, isRequired }): MissingDetail[] => {
    if (content.fields.some((field) => field.key === key)) return [];
    const unread = content.unread.find((value) => value.group === null && value.key === key);
    if (unread !== undefined) return [{ field: key, label, reason: unread.reason }];
    return isRequired ? [{ field: key, label, reason: 'no_information' }] : [];
  });
}

function listMissingInGroup(
  { key: group, label, isRequired, columns }: TemplateGroup,
  { groups, unread }: SectionContent,
): MissingDetail[] {
  const rows = groups.find(({ key }) => key === group)?.rows ?? [];
  if (rows.length === 0) return isRequired ? [{ group, label, reason: 'no_information' }] : [];
  return rows.flatMap(({ values }, row) =>
    columns.flatMap((column): MissingDetail[] => {
      const { key: field } = column;
      if (values.some((value) => value.key === field)) return [];
      const candidate = unread.find(
        (part) => part.group === group && part.row === row && part.key === field,
      );
      const location = { group, row, field, label: `${label}: ${column.label}` };
      if (candidate !== undefined) return [{ ...location, reason: candidate.reason }];
      return column.isRequired ? [{ ...location, reason: 'no_information' }] : [];
    }),
  );
}
