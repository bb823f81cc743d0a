import type {
  DocumentGroup,
  DocumentSection,
  MissingPart,
} from '../../domain/socioeconomic/report.ts';
import type { ReadableReport } from '../../resolvers/socioeconomic/find-report.ts';
import { builder } from '../base/builder.ts';
import { USUALLY_EMPTY_LIST_COST } from '../limits/field-cost.ts';
import { ContradictionType } from './contradiction.ts';
import { MissingPartReasonEnum, SectionKeyEnum, ValueKindEnum } from './enums.ts';
import { FigureType } from './figure.ts';
import { DocumentCellType, DocumentFieldType, type ShownCell } from './value.ts';

const ColumnType = builder
  .objectRef<DocumentGroup['columns'][number]>('SocioeconomicColumn')
  .implement({
    description: 'Column of a group, which is a table in a report.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'Key in the template. v4: `key`.' }),
      label: t.exposeString('label', { description: 'Label for display. v4: `label`.' }),
      kind: t.expose('kind', {
        type: ValueKindEnum,
        description: 'Kind of the values in the column. v4: `kind`.',
      }),
    }),
  });

type Row = { cells: ShownCell[] };
const RowType = builder.objectRef<Row>('SocioeconomicRow').implement({
  description: 'Row of a group, for example a member of the household.',
  fields: (t) => ({
    cells: t.expose('cells', {
      type: [DocumentCellType],
      description:
        'Values of the row, in the order of the columns. Columns without a value are omitted.',
    }),
  }),
});

/** Converts the rows of a group to cells that name their column, without empty cells. */
function toRows({ columns, rows }: DocumentGroup): Row[] {
  return rows.map((cells) => ({
    cells: columns.flatMap(({ key }, index) => {
      const cell = cells[index] ?? null;
      return cell === null ? [] : [{ ...cell, column: key }];
    }),
  }));
}

const GroupType = builder.objectRef<DocumentGroup>('SocioeconomicGroup').implement({
  description: 'Group of a report: a table of rows with the same columns.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key in the template. v4: `key`.' }),
    label: t.exposeString('label', { description: 'Label for display. v4: `label`.' }),
    columns: t.expose('columns', {
      type: [ColumnType],
      complexity: USUALLY_EMPTY_LIST_COST,
      description: 'Columns of the group, at most 8.',
    }),
    rows: t.field({
      type: [RowType],
      // A report has about one row per section on average, so a group counts as one row.
      complexity: USUALLY_EMPTY_LIST_COST,
      resolve: toRows,
      description: 'Rows of the group, at most 40.',
    }),
  }),
});

const SectionType = builder.objectRef<DocumentSection>('SocioeconomicSection').implement({
  description: 'Section of a report. v4: an element of `sections`.',
  fields: (t) => ({
    key: t.expose('key', { type: SectionKeyEnum, description: 'Key of the section. v4: `key`.' }),
    number: t.exposeInt('number', {
      description: 'Number of the section in the report, 1 to 14.',
    }),
    title: t.exposeString('title', { description: 'Title for display.' }),
    fields: t.expose('fields', {
      type: [DocumentFieldType],
      description: 'Fields of the section that have a value, at most 60. v4: `fields`.',
    }),
    groups: t.expose('groups', {
      type: [GroupType],
      complexity: USUALLY_EMPTY_LIST_COST,
      description: 'Groups of the section, at most 8.',
    }),
  }),
});

const MissingType = builder.objectRef<MissingPart>('SocioeconomicMissingPart').implement({
  description:
    'Section, group or field of a report that has no value, with the reason. v4: an element of `missing`.',
  fields: (t) => ({
    section: t.expose('section', {
      type: SectionKeyEnum,
      description: 'Section that the part belongs to. v4: `section`.',
    }),
    group: t.exposeString('group', {
      nullable: true,
      description: 'Key of the group. Null when the part does not belong to a group. v4: `group`.',
    }),
    row: t.exposeInt('row', {
      nullable: true,
      description:
        'Index of the row in the group, from 0. Null when the part does not belong to a row. v4: `row`.',
    }),
    field: t.exposeString('field', {
      nullable: true,
      description:
        'Key of the field. Null when a whole section or group has no values. v4: `field`.',
    }),
    label: t.exposeString('label', { description: 'Label for display. v4: `label`.' }),
    reason: t.expose('reason', {
      type: MissingPartReasonEnum,
      description: 'Reason why there is no value. v4: `reason`.',
    }),
  }),
});

export const ContentType = builder.objectRef<ReadableReport>('SocioeconomicContent').implement({
  description: 'Content of a socioeconomic report. v4: `report`.',
  fields: (t) => ({
    title: t.string({
      resolve: ({ document }) => document.title,
      description: 'Title for display.',
    }),
    sections: t.field({
      type: [SectionType],
      resolve: ({ document }) => document.sections,
      description: 'Sections of the report, all 14 in order. v4: `sections`.',
    }),
    figures: t.field({
      type: [FigureType],
      resolve: ({ document }) => document.figures,
      description: 'Computed figures of the report, all 7, with their inputs. v4: `figures`.',
    }),
    missing: t.field({
      type: [MissingType],
      resolve: ({ document }) => document.missing,
      description: 'Sections, groups and fields of the report that have no value. v4: `missing`.',
    }),
    contradictions: t.field({
      type: [ContradictionType],
      complexity: USUALLY_EMPTY_LIST_COST,
      resolve: ({ document }) => document.contradictions ?? [],
      description:
        'Contradictions between values of the report. Empty in reports that were finalized before this field existed. v4: `contradictions`.',
    }),
    json: t.exposeString('json', {
      description:
        'Complete content as JSON. The PDF prints the SHA-256 of this JSON in its footer. v4: `report`.',
    }),
    sha256: t.exposeString('sha256', {
      description: 'SHA-256 of the JSON, in hexadecimal. v4: `content_sha256`.',
    }),
  }),
});
