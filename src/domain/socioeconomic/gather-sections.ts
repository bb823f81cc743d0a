import { type Candidates, candidatesFrom, type RowOf } from './candidates.ts';
import type {
  FieldContent,
  GroupContent,
  ReportContent,
  SectionContent,
  UnreadValue,
} from './content.ts';
import type { ReportMaterial } from './material.ts';
import { readValue, saysSame } from './read-value.ts';
import {
  ROWS_MAX,
  type SocioeconomicTemplate,
  type TemplateField,
  type TemplateGroup,
  type TemplateSection,
} from './template/template.ts';

/** Maximum number of contradicting sources of one value. */
const CONTRADICTIONS_MAX = 3;

/**
 * Returns the content of a new report from the stored data, each value with its source. The first feed of a field with a value counts, and
 * feeds with another value are named in `contradictedBy`; an unusable text is listed in `unread` with its reason. Fields of documents count
 * from a confidence of 0.9 on, newest documents first.
 */
export function gatherSections(
  template: SocioeconomicTemplate,
  material: ReportMaterial,
): ReportContent {
  const candidates = candidatesFrom(template, material);
  return {
    template: { key: template.key, version: template.version },
    pictures: material.pictures,
    sections: template.sections.map((section) => gatherSection(section, material, candidates)),
  };
}

function gatherSection(
  { key, fields, groups }: TemplateSection,
  material: ReportMaterial,
  candidates: Candidates,
): SectionContent {
  const unread: UnreadValue[] = [];
  const single = fields.flatMap((field) => {
    const gathered = gatherField(field, candidates);
    unread.push(
      ...gathered.unread.map((unreadValue) => ({ group: null, row: null, ...unreadValue })),
    );
    return gathered.content;
  });
  const rows = groups.map((group): GroupContent => {
    const gathered = gatherRows(group, rowsOf(group, material), candidates);
    unread.push(...gathered.unread);
    return { key: group.key, rows: gathered.rows };
  });
  return { key, fields: single, groups: rows.filter((group) => group.rows.length > 0), unread };
}

function rowsOf({ rowsFrom, rowsAsked }: TemplateGroup, material: ReportMaterial): RowOf[] {
  switch (rowsFrom) {
    case 'questions':
      return Array.from({ length: rowsAsked }, (_, at) => ({ kind: 'number', number: at + 1 }));
    case 'documents':
      return material.extractions
        .slice(0, ROWS_MAX)
        .map((extraction) => ({ kind: 'document', extraction }));
    case 'screenings':
      return material.screenings
        .slice(0, ROWS_MAX)
        .map((screening) => ({ kind: 'screening', screening }));
  }
}

function gatherRows(
  { key: group, columns }: TemplateGroup,
  requestedRows: readonly RowOf[],
  candidates: Candidates,
): Pick<GroupContent, 'rows'> & { unread: UnreadValue[] } {
  const rows: GroupContent['rows'] = [];
  const unread: UnreadValue[] = [];
  for (const row of requestedRows) {
    const gathered = columns.map((column) => gatherField(column, candidates, row));
    const values = gathered.flatMap(({ content }) => content);
    const refused = gathered.flatMap((field) => field.unread);
    if (values.length === 0 && refused.length === 0) continue;
    unread.push(...refused.map((unreadValue) => ({ group, row: rows.length, ...unreadValue })));
    rows.push({ values });
  }
  return { rows, unread };
}

type GatheredField = {
  /** One, or none. */
  content: FieldContent[];
  unread: Pick<UnreadValue, 'key' | 'reason' | 'source'>[];
};

function gatherField(field: TemplateField, candidates: Candidates, row?: RowOf): GatheredField {
  const { key } = field;
  const readings = candidates(field.feeds, row).map(({ text, source, isConflicting }) => ({
    source,
    reading: isConflicting
      ? ({ kind: 'unread', reason: 'conflicting' } as const)
      : readValue(field, text),
  }));
  const read = readings.flatMap(({ source, reading }) =>
    reading.kind === 'read' ? [{ source, value: reading.value }] : [],
  );
  const [first, ...others] = read;
  if (first !== undefined) {
    const contradictedBy = others
      .filter(({ value }) => !saysSame(value, first.value))
      .slice(0, CONTRADICTIONS_MAX)
      .map(({ source }) => source);
    return { content: [{ key, ...first, contradictedBy }], unread: [] };
  }
  const unread = readings.flatMap(({ source, reading }) =>
    reading.kind === 'unread' ? [{ key, reason: reading.reason, source }] : [],
  );
  return { content: [], unread: unread.slice(0, 1) };
}
