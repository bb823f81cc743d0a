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
  const form = template.sections.find((section) => section.key === key);
  if (form === undefined) throw new Error(`A template has no section ${key}.`);
  const faults = findSectionFaults(form, typed);
  if (faults.length > 0) return { kind: 'refused', faults };
  const merged = mergeTyped(
    { form, typed, source: { kind: 'typed', ...typist } },
    getSection(content, key),
  );
  const sections = content.sections.map((section) => (section.key === key ? merged : section));
  const whole = { ...content, sections };
  if (fitsSizeLimit(whole)) return { kind: 'merged', content: whole };
  const message = `A report has at most ${CONTENT_BYTES_MAX} bytes`;
  return { kind: 'refused', faults: [{ path: [], code: 'too_large', message }] };
}

type MergeInput = { form: TemplateSection; typed: TypedSection; source: ValueSource };

function mergeTyped({ form, typed, source }: MergeInput, stored: SectionContent): SectionContent {
  const sent = new Map(typed.fields.map(({ key, value }) => [key, value]));
  const rows = new Map(typed.groups.map((group) => [group.key, group.rows]));
  const groups = form.groups.map(({ key, columns }): GroupContent => {
    const storedRows = listGroupRows(stored, key);
    const sentRows = rows.get(key);
    const matchedRows = sentRows && matchStoredRows(sentRows, storedRows);
    const typedRows = sentRows?.map((row, index) => ({
      values: row.map((value) =>
        toFieldContent(value, { source, stored: matchedRows?.[index] ?? [] }),
      ),
    }));
    const ordered = typedRows?.map(({ values }) => ({ values: sortByTemplate(columns, values) }));
    return { key, rows: ordered?.filter(({ values }) => values.length > 0) ?? [...storedRows] };
  });
  const unchangedFields = stored.fields.filter(({ key }) => !sent.has(key));
  const typedFields = typed.fields.flatMap(({ key, value }) =>
    value === null ? [] : [toFieldContent({ key, value }, { source, stored: stored.fields })],
  );
  return {
    key: stored.key,
    fields: sortByTemplate(form.fields, [...unchangedFields, ...typedFields]),
    groups: groups.filter((group) => group.rows.length > 0),
    unread: stored.unread.filter(({ group, key }) =>
      group === null ? !sent.has(key) : !rows.has(group),
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
