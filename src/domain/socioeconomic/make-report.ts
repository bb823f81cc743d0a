import type { FieldContent, ReportContent, SectionContent } from './content.ts';
import { contradictionsOf } from './contradictions/contradictions-of.ts';
import { figuresOf } from './figures/figures-of.ts';
import { rowsOfGroup, sectionOf } from './find-content.ts';
import { missingOf } from './missing-of.ts';
import {
  type DocumentCell,
  type DocumentField,
  type DocumentGroup,
  type DocumentSection,
  type MissingPart,
  type ReportHead,
  SOCIOECONOMIC_KIND,
  SOCIOECONOMIC_VERSION,
  type SocioeconomicReportDocument,
} from './report.ts';
import type {
  SocioeconomicTemplate,
  TemplateField,
  TemplateGroup,
  TemplateSection,
} from './template/template.ts';

/**
 * Returns the document of a report to sign and print, identical for equal template, content and head. The template must
 * be the version that the content names.
 */
export function makeSocioeconomicReport(
  template: SocioeconomicTemplate,
  content: ReportContent,
  { stored, ...head }: ReportHead,
): SocioeconomicReportDocument {
  const { key, version, language, title } = template;
  const sections = template.sections.map((section, at) =>
    tellSection(section, sectionOf(content, section.key), at + 1),
  );
  return {
    ...head,
    kind: SOCIOECONOMIC_KIND,
    version: SOCIOECONOMIC_VERSION,
    title,
    language,
    template: { key, version },
    pictures: content.pictures,
    sections,
    figures: figuresOf(content),
    contradictions: contradictionsOf(template, content, stored),
    missing: [...missingOf(template, content), ...consentLacking(template, head)],
  };
}

function consentLacking(
  { sections }: SocioeconomicTemplate,
  head: Pick<ReportHead, 'consent'>,
): MissingPart[] {
  const section = sections.find(({ key }) => key === 'consent');
  if (head.consent !== null || section === undefined) return [];
  const nowhere = { group: null, row: null, field: null };
  return [{ section: 'consent', ...nowhere, label: section.title, reason: 'no_information' }];
}

function tellSection(
  { key, title, fields, groups }: TemplateSection,
  content: SectionContent,
  number: number,
): DocumentSection {
  return {
    key,
    number,
    title,
    fields: fields.flatMap((field): DocumentField[] => {
      const cell = tellCell(field, content.fields);
      return cell === null ? [] : [{ key: field.key, label: field.label, ...cell }];
    }),
    groups: groups.flatMap((group) => tellGroup(group, content)),
  };
}

function tellGroup(group: TemplateGroup, content: SectionContent): DocumentGroup[] {
  const { key, label, columns } = group;
  const rows = rowsOfGroup(content, key);
  if (rows.length === 0) return [];
  return [
    {
      key,
      label,
      columns: columns.map((column) => ({
        key: column.key,
        label: column.label,
        kind: column.kind,
      })),
      rows: rows.map(({ values }) => columns.map((column) => tellCell(column, values))),
    },
  ];
}

function tellCell({ key, choices }: TemplateField, fields: readonly FieldContent[]): DocumentCell {
  const content = fields.find((field) => field.key === key);
  if (content === undefined) return null;
  const { value, source, contradictedBy } = content;
  const chosen = choices.find((choice) => choice.key === value.value);
  return { value, shown: chosen?.label ?? null, source, contradictedBy };
}
