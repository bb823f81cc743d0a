import type { FieldContent, ReportContent, SectionContent } from './content.ts';
import { findContradictions } from './contradictions/find-contradictions.ts';
import { computeFigures } from './figures/compute-figures.ts';
import { getSection, listGroupRows } from './find-content.ts';
import { listMissingParts } from './list-missing-parts.ts';
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
export function createSocioeconomicReport(
  template: SocioeconomicTemplate,
  content: ReportContent,
  { stored, ...head }: ReportHead,
): SocioeconomicReportDocument {
  const { key, version, language, title } = template;
  const sections = template.sections.map((section, index) =>
    toDocumentSection(section, getSection(content, section.key), index + 1),
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
    figures: computeFigures(content),
    contradictions: findContradictions(template, content, stored),
    missing: [...listMissingParts(template, content), ...listMissingConsent(template, head)],
  };
}

/** Returns the consent section as a missing part when the report has no consent. */
function listMissingConsent(
  { sections }: SocioeconomicTemplate,
  head: Pick<ReportHead, 'consent'>,
): MissingPart[] {
  const section = sections.find(({ key }) => key === 'consent');
  if (head.consent !== null || section === undefined) return [];
  const wholeSection = { group: null, row: null, field: null };
  return [{ section: 'consent', ...wholeSection, label: section.title, reason: 'no_information' }];
}

function toDocumentSection(
  { key, title, fields, groups }: TemplateSection,
  content: SectionContent,
  number: number,
): DocumentSection {
  return {
    key,
    number,
    title,
    fields: fields.flatMap((field): DocumentField[] => {
      const cell = toDocumentCell(field, content.fields);
      return cell === null ? [] : [{ key: field.key, label: field.label, ...cell }];
    }),
    groups: groups.flatMap((group) => toDocumentGroups(group, content)),
  };
}

function toDocumentGroups(group: TemplateGroup, content: SectionContent): DocumentGroup[] {
  const { key, label, columns } = group;
  const rows = listGroupRows(content, key);
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
      rows: rows.map(({ values }) => columns.map((column) => toDocumentCell(column, values))),
    },
  ];
}

function toDocumentCell(
  { key, choices }: TemplateField,
  fields: readonly FieldContent[],
): DocumentCell {
  const content = fields.find((field) => field.key === key);
  if (content === undefined) return null;
  const { value, source, contradictedBy } = content;
  const selectedChoice = choices.find((choice) => choice.key === value.value);
  return { value, shown: selectedChoice?.label ?? null, source, contradictedBy };
}
