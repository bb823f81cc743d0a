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
import { fitsStore } from './content-size.ts';
import { rowsOfGroup, sectionOf } from './find-content.ts';
import { rowsBefore } from './rows-before.ts';
import { findSectionFaults } from './template/section-faults.ts';
import type { SectionKey } from './template/section-keys.ts';
import type { SocioeconomicTemplate, TemplateField, TemplateSection } from './template/template.ts';
import type { ReportValue, ValueSource } from './value.ts';

/** Change of one of the fourteen sections. The template is that of the content. */
export type SectionChange = { section: SectionKey; typed: TypedSection; typist: Typist };

/**
 * The content with what was typed into one section, in the order of the template; refused with all faults where something
 * does not fit the template, or the whole would be larger than is stored. What is sent as it stood keeps its source, and
 * what was typed is no longer held against what could not be read.
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
  const merged = merge(
    { form, typed, source: { kind: 'typed', ...typist } },
    sectionOf(content, key),
  );
  const sections = content.sections.map((section) => (section.key === key ? merged : section));
  const whole = { ...content, sections };
  if (fitsStore(whole)) return { kind: 'merged', content: whole };
  const message = `A report has at most ${CONTENT_BYTES_MAX} bytes`;
  return { kind: 'refused', faults: [{ path: [], code: 'too_large', message }] };
}

type Merging = { form: TemplateSection; typed: TypedSection; source: ValueSource };

function merge({ form, typed, source }: Merging, held: SectionContent): SectionContent {
  const sent = new Map(typed.fields.map(({ key, value }) => [key, value]));
  const rows = new Map(typed.groups.map((group) => [group.key, group.rows]));
  const groups = form.groups.map(({ key, columns }): GroupContent => {
    const stood = rowsOfGroup(held, key);
    const sentRows = rows.get(key);
    const before = sentRows && rowsBefore(sentRows, stood);
    const written = sentRows?.map((row, at) => ({
      values: row.map((value) => writeValue(value, { source, held: before?.[at] ?? [] })),
    }));
    const ordered = written?.map(({ values }) => ({ values: inOrder(columns, values) }));
    return { key, rows: ordered?.filter(({ values }) => values.length > 0) ?? [...stood] };
  });
  const kept = held.fields.filter(({ key }) => !sent.has(key));
  const written = typed.fields.flatMap(({ key, value }) =>
    value === null ? [] : [writeValue({ key, value }, { source, held: held.fields })],
  );
  return {
    key: held.key,
    fields: inOrder(form.fields, [...kept, ...written]),
    groups: groups.filter((group) => group.rows.length > 0),
    unread: held.unread.filter(({ group, key }) =>
      group === null ? !sent.has(key) : !rows.has(group),
    ),
  };
}

type Written = { source: ValueSource; held: readonly FieldContent[] };

/** Returns the typed value, or the stored one when both are equal. */
function writeValue(
  { key, value }: { key: string; value: ReportValue },
  { source, held }: Written,
): FieldContent {
  const stood = held.find((content) => content.key === key);
  const isSame = stood?.value.kind === value.kind && stood.value.value === value.value;
  return isSame ? stood : { key, value, source, contradictedBy: [] };
}

function inOrder(
  fields: readonly TemplateField[],
  values: readonly FieldContent[],
): FieldContent[] {
  return fields.flatMap(({ key }) => values.find((value) => value.key === key) ?? []);
}
