import { type CandidateLister, createCandidateLister, type FeedRow } from './candidates.ts';
import type {
  FieldContent,
  GroupContent,
  ReportContent,
  SectionContent,
  UnreadValue,
} from './content.ts';
import type { ReportMaterial } from './material.ts';
import { readValue } from './read-value.ts';
import { isSameValue } from './same-value.ts';
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
 * Returns the content of a new report from the stored data, each value with its source. The first feed with a value
 * takes precedence; feeds with other values are listed in `contradictedBy`, and a text that cannot be parsed in
 * `unread` with its reason. Extracted fields need a confidence of 0.9; newer documents take precedence.
 */
export function gatherSections(
  template: SocioeconomicTemplate,
  material: ReportMaterial,
): ReportContent {
  const listCandidates = createCandidateLister(template, material);
  return {
    template: { key: template.key, version: template.version },
    pictures: material.pictures,
    sections: template.sections.map((section) => gatherSection(section, material, listCandidates)),
  };
}

function gatherSection(
  { key, fields, groups }: TemplateSection,
  material: ReportMaterial,
  listCandidates: CandidateLister,
): SectionContent {
  const unread: UnreadValue[] = [];
  const fieldContents = fields.flatMap((field) => {
    const gathered = gatherField(field, listCandidates);
    unread.push(
      ...gathered.unread.map((unreadValue) => ({ group: null, row: null, ...unreadValue })),
    );
    return gathered.content;
  });
  const groupContents = groups.map((group): GroupContent => {
    const gathered = gatherRows(group, listFeedRows(group, material), listCandidates);
    unread.push(...gathered.unread);
    return { key: group.key, rows: gathered.rows };
  });
  return {
    key,
    fields: fieldContents,
    groups: groupContents.filter((group) => group.rows.length > 0),
    unread,
  };
}

function listFeedRows({ rowsFrom, rowsAsked }: TemplateGroup, material: ReportMaterial): FeedRow[] {
  switch (rowsFrom) {
    case 'questions':
      return Array.from({ length: rowsAsked }, (_, index) => ({
        kind: 'number',
        number: index + 1,
      }));
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
  requestedRows: readonly FeedRow[],
  listCandidates: CandidateLister,
): Pick<GroupContent, 'rows'> & { unread: UnreadValue[] } {
  const rows: GroupContent['rows'] = [];
  const unread: UnreadValue[] = [];
  for (const row of requestedRows) {
    const gathered = columns.map((column) => gatherField(column, listCandidates, row));
    const values = gathered.flatMap(({ content }) => content);
    const unreadInRow = gathered.flatMap((field) => field.unread);
    if (values.length === 0 && unreadInRow.length === 0) continue;
    unread.push(...unreadInRow.map((unreadValue) => ({ group, row: rows.length, ...unreadValue })));
    rows.push({ values });
  }
  return { rows, unread };
}

type GatheredField = {
  /** At most one element. */
  content: FieldContent[];
  unread: Pick<UnreadValue, 'key' | 'reason' | 'source'>[];
};

function gatherField(
  field: TemplateField,
  listCandidates: CandidateLister,
  row?: FeedRow,
): GatheredField {
  const { key } = field;
  const results = listCandidates(field.feeds, row).map(({ text, source, isConflicting }) => ({
    source,
    result: isConflicting
      ? ({ kind: 'unreadable', reason: 'conflicting' } as const)
      : readValue(field, text),
  }));
  const parsedValues = results.flatMap(({ source, result }) =>
    result.kind === 'parsed' ? [{ source, value: result.value }] : [],
  );
  const [usedValue, ...otherValues] = parsedValues;
  if (usedValue !== undefined) {
    const contradictedBy = otherValues
      .filter(({ value }) => !isSameValue(field, value, usedValue.value))
      .slice(0, CONTRADICTIONS_MAX)
      .map(({ source }) => source);
    return { content: [{ key, ...usedValue, contradictedBy }], unread: [] };
  }
  const unread = results.flatMap(({ source, result }) =>
    result.kind === 'unreadable' ? [{ key, reason: result.reason, source }] : [],
  );
  return { content: [], unread: unread.slice(0, 1) };
}
