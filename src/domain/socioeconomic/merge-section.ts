import {
  CONTENT_BYTES_MAX,
  type FieldContent,
  type GroupContent,
  type MergedSection,
  type ReportContent,
  type SectionContent,
  type TypedSection,
  type Typist,
} from './content.ts';
import { fitsSizeLimit } from './content-size.ts';
import { getSection, listGroupRows } from './find-content.ts';
import { matchStoredRows } from './match-stored-rows.ts';
import { findSectionFaults } from './template/section-faults.ts';
import type { SectionKey } from './template/section-keys.ts';
import type { SocioeconomicTemplate, TemplateField, TemplateSection } from './template/template.ts';
import type { ReportValue, ValueSource } from './value.ts';

/** Change of one of the fourteen sections. The template is that of the content. */
export type SectionChange = { section: SectionKey; typed: TypedSection; typist: Typist };

/**
 * Merges typed values into one section, in the order of the template. Refused with all faults when a value does not fit
 * the template, or the content would exceed its size limit. An unchanged value keeps its source, and a typed value
 * removes the unread texts of its field or group. Throws when the template has no such section.
 */
export function mergeSection(
  template: SocioeconomicTemplate,
  content: ReportContent,
  { section: key, typed, typist }: SectionChange,
): MergedSection {
  const templateSection = template.sections.find((section) => section.key === key);
  if (templateSection === undefined) throw new Error(`A template has no section ${key}.`);
  const faults = findSectionFaults(templateSection, typed);
  if (faults.length > 0) return { kind: 'refused', faults };
  const mergedSection = mergeTyped(
    { templateSection, typed, source: { kind: 'typed', ...typist } },
    getSection(content, key),
  );
  const sections = content.sections.map((section) =>
    section.key === key ? mergedSection : section,
  );
  const mergedContent = { ...content, sections };
  if (fitsSizeLimit(mergedContent)) return { kind: 'merged', content: mergedContent };
  const message = `A report has at most ${CONTENT_BYTES_MAX} bytes`;
  return { kind: 'refused', faults: [{ path: [], code: 'too_large', message }] };
}

type MergeInput = { templateSection: TemplateSection; typed: TypedSection; source: ValueSource };

function mergeTyped(
  { templateSection, typed, source }: MergeInput,
  stored: SectionContent,
): SectionContent {
  const typedValues = new Map(typed.fields.map(({ key, value }) => [key, value]));
  const typedRowsByGroup = new Map(typed.groups.map((group) => [group.key, group.rows]));
  const groups = templateSection.groups.map(({ key, columns }): GroupContent => {
    const storedRows = listGroupRows(stored, key);
    const typedRows = typedRowsByGroup.get(key);
    const matchedRows = typedRows && matchStoredRows(typedRows, storedRows);
    const contentRows = typedRows?.map((row, index) => ({
      values: row.map((value) =>
        toFieldContent(value, { source, stored: matchedRows?.[index] ?? [] }),
      ),
    }));
    const sortedRows = contentRows?.map(({ values }) => ({
      values: sortByTemplate(columns, values),
    }));
    return { key, rows: sortedRows?.filter(({ values }) => values.length > 0) ?? [...storedRows] };
  });
  const unchangedFields = stored.fields.filter(({ key }) => !typedValues.has(key));
  const typedFields = typed.fields.flatMap(({ key, value }) =>
    value === null ? [] : [toFieldContent({ key, value }, { source, stored: stored.fields })],
  );
  return {
    key: stored.key,
    fields: sortByTemplate(templateSection.fields, [...unchangedFields, ...typedFields]),
    groups: groups.filter((group) => group.rows.length > 0),
    unread: stored.unread.filter(({ group, key }) =>
      group === null ? !typedValues.has(key) : !typedRowsByGroup.has(group),
    ),
  };
}

type ValueContext = { source: ValueSource; stored: readonly FieldContent[] };

/** Returns the typed value, or the stored one when both are equal. */
function toFieldContent(
  { key, value }: { key: string; value: ReportValue },
  { source, stored }: ValueContext,
): FieldContent {
  const storedField = stored.find((content) => content.key === key);
  const isSame = storedField?.value.kind === value.kind && storedField.value.value === value.value;
  return isSame ? storedField : { key, value, source, contradictedBy: [] };
}

function sortByTemplate(
  fields: readonly TemplateField[],
  values: readonly FieldContent[],
): FieldContent[] {
  return fields.flatMap(({ key }) => values.find((value) => value.key === key) ?? []);
}
