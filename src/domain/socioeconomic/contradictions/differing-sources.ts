import type { FieldContent, ReportContent } from '../content.ts';
import { getSection, listGroupRows } from '../find-content.ts';
import type { SocioeconomicTemplate, TemplateField } from '../template/template.ts';
import { type ContradictingField, type Contradiction, OUTSIDE_ROWS } from './contradiction.ts';

/** Section, and the group and row of a cell. */
type Location = Pick<ContradictingField, 'section' | 'group' | 'row'>;

/** Returns a contradiction for each value of which other sources state a different one, in the order of the template. */
export function listDifferingSources(
  template: SocioeconomicTemplate,
  content: ReportContent,
): Contradiction[] {
  return template.sections.flatMap(({ key: section, fields, groups }) => {
    const stored = getSection(content, section);
    const cells = groups.flatMap(({ key: group, columns }) =>
      listGroupRows(stored, group).flatMap(({ values }, row) =>
        compareSources({ section, group, row }, columns, values),
      ),
    );
    return [...compareSources({ section, ...OUTSIDE_ROWS }, fields, stored.fields), ...cells];
  });
}

function compareSources(
  location: Location,
  fields: readonly TemplateField[],
  values: readonly FieldContent[],
): Contradiction[] {
  return fields.flatMap(({ key: field, label }): Contradiction[] => {
    const sources = values.find(({ key }) => key === field)?.contradictedBy ?? [];
    if (sources.length === 0) return [];
    return [{ kind: 'sources_differ', fields: [{ ...location, field, label }], sources }];
  });
}
