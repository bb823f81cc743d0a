import type { ReportContent, SectionContent } from './content.ts';
import { sectionOf } from './find-content.ts';
import type { MissingPart } from './report.ts';
import type {
  SocioeconomicTemplate,
  TemplateField,
  TemplateGroup,
  TemplateSection,
} from './template/template.ts';

/**
 * Lists the missing parts of a report in its order: empty sections, required fields and groups without values in
 * others, and unusable source texts with their reasons. The consent is not part of the content.
 */
export function missingOf(template: SocioeconomicTemplate, content: ReportContent): MissingPart[] {
  return template.sections
    .filter(({ key }) => key !== 'consent')
    .flatMap((section) => missingIn(section, sectionOf(content, section.key)));
}

function missingIn(section: TemplateSection, content: SectionContent): MissingPart[] {
  const nowhere = { section: section.key, group: null, row: null, field: null };
  const { fields, groups, unread } = content;
  if (fields.length === 0 && groups.length === 0 && unread.length === 0)
    return [{ ...nowhere, label: section.title, reason: 'no_information' }];
  return [
    ...lackingFields(section.fields, content).map((lacking) => ({ ...nowhere, ...lacking })),
    ...section.groups.flatMap((group) =>
      lackingInGroup(group, content).map((lacking) => ({ ...nowhere, ...lacking })),
    ),
  ];
}

type Lacking = Pick<MissingPart, 'label' | 'reason'> & Partial<MissingPart>;

/** Outside of groups. */
function lackingFields(fields: readonly TemplateField[], content: SectionContent): Lacking[] {
  return fields.flatMap(({ key, label, isRequired }): Lacking[] => {
    if (content.fields.some((field) => field.key === key)) return [];
    const unread = content.unread.find((value) => value.group === null && value.key === key);
    if (unread !== undefined) return [{ field: key, label, reason: unread.reason }];
    return isRequired ? [{ field: key, label, reason: 'no_information' }] : [];
  });
}

function lackingInGroup(
  { key: group, label, isRequired, columns }: TemplateGroup,
  { groups, unread }: SectionContent,
): Lacking[] {
  const rows = groups.find((candidate) => candidate.key === group)?.rows ?? [];
  if (rows.length === 0) return isRequired ? [{ group, label, reason: 'no_information' }] : [];
  return rows.flatMap(({ values }, row) =>
    columns.flatMap((column): Lacking[] => {
      const { key: field } = column;
      if (values.some((value) => value.key === field)) return [];
      const refused = unread.find(
        (unreadValue) =>
          unreadValue.group === group && unreadValue.row === row && unreadValue.key === field,
      );
      const place = { group, row, field, label: `${label}: ${column.label}` };
      if (refused !== undefined) return [{ ...place, reason: refused.reason }];
      return column.isRequired ? [{ ...place, reason: 'no_information' }] : [];
    }),
  );
}
