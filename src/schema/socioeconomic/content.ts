import type {
  DocumentGroup,
  DocumentSection,
  MissingPart,
} from '../../domain/socioeconomic/report.ts';
import type { ShownReport } from '../../resolvers/socioeconomic/find-report.ts';
import { builder } from '../base/builder.ts';
import { RARE_LIST_COST } from '../limits/field-cost.ts';
import { FigureType } from './figure.ts';
import { DocumentCellType, DocumentFieldType, type ShownCell } from './value.ts';
import { MissingPartReasonEnum, SectionKeyEnum, ValueKindEnum } from './words.ts';

const ColumnType = builder
  .objectRef<DocumentGroup['columns'][number]>('SocioeconomicColumn')
  .implement({
    description: 'A column of a group.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'Its key in the template. v4 `key`.' }),
      label: t.exposeString('label', { description: 'What a person reads. v4 `label`.' }),
      kind: t.expose('kind', { type: ValueKindEnum, description: 'Of its values. v4 `kind`.' }),
    }),
  });

type Row = { cells: ShownCell[] };
const RowType = builder.objectRef<Row>('SocioeconomicRow').implement({
  description: 'A row of a group, such as a member of the family.',
  fields: (t) => ({
    cells: t.expose('cells', {
      type: [DocumentCellType],
      description: 'What is known of it, by the columns of the group.',
    }),
  }),
});

function rowsOf({ columns, rows }: DocumentGroup): Row[] {
  return rows.map((cells) => ({
    cells: columns.flatMap(({ key }, place) => {
      const cell = cells[place] ?? null;
      return cell === null ? [] : [{ ...cell, column: key }];
    }),
  }));
}

const GroupType = builder.objectRef<DocumentGroup>('SocioeconomicGroup').implement({
  description: 'Rows of one form.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Its key in the template. v4 `key`.' }),
    label: t.exposeString('label', { description: 'What a person reads. v4 `label`.' }),
    columns: t.expose('columns', {
      type: [ColumnType],
      complexity: RARE_LIST_COST,
      description: 'At most eight.',
    }),
    rows: t.field({
      type: [RowType],
      // Of all sections together a report has about as many rows as sections.
      complexity: RARE_LIST_COST,
      resolve: rowsOf,
      description: 'What it lists, at most forty.',
    }),
  }),
});

const SectionType = builder.objectRef<DocumentSection>('SocioeconomicSection').implement({
  description: 'A part of a report. v4: an element of `sections`.',
  fields: (t) => ({
    key: t.expose('key', { type: SectionKeyEnum, description: 'Which it is. v4 `key`.' }),
    number: t.exposeInt('number', {
      description: 'Its place in the report, from 1 to 14.',
    }),
    title: t.exposeString('title', { description: 'What a person reads.' }),
    fields: t.expose('fields', {
      type: [DocumentFieldType],
      description: 'What is known, at most sixty. v4 `fields`.',
    }),
    groups: t.expose('groups', {
      type: [GroupType],
      complexity: RARE_LIST_COST,
      description: 'What comes in rows, at most eight.',
    }),
  }),
});

const MissingType = builder.objectRef<MissingPart>('SocioeconomicMissingPart').implement({
  description: 'What a report would say and does not. v4: an element of `missing`.',
  fields: (t) => ({
    section: t.expose('section', {
      type: SectionKeyEnum,
      description: 'Where it would stand. v4 `section`.',
    }),
    group: t.exposeString('group', {
      nullable: true,
      description: 'The group; null for what is in none. v4 `group`.',
    }),
    row: t.exposeInt('row', {
      nullable: true,
      description: 'The row, from 0; null for what is in none. v4 `row`.',
    }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The field; null for all of a section or group. v4 `field`.',
    }),
    label: t.exposeString('label', { description: 'What a person reads. v4 `label`.' }),
    reason: t.expose('reason', {
      type: MissingPartReasonEnum,
      description: 'Why it is missing. v4 `reason`.',
    }),
  }),
});

export const ContentType = builder.objectRef<ShownReport>('SocioeconomicContent').implement({
  description: 'What a report says. v4 `report`.',
  fields: (t) => ({
    title: t.string({
      resolve: ({ document }) => document.title,
      description: 'What a person reads.',
    }),
    sections: t.field({
      type: [SectionType],
      resolve: ({ document }) => document.sections,
      description: 'All fourteen, in their order. v4 `sections`.',
    }),
    figures: t.field({
      type: [FigureType],
      resolve: ({ document }) => document.figures,
      description: 'All seven, with what they were computed from. v4 `figures`.',
    }),
    missing: t.field({
      type: [MissingType],
      resolve: ({ document }) => document.missing,
      description: 'What it would say and does not. v4 `missing`.',
    }),
    json: t.exposeString('json', {
      description: 'All of it as JSON, whose SHA-256 the PDF has at its foot. v4 `report`.',
    }),
    sha256: t.exposeString('sha256', {
      description: 'SHA-256 of the JSON, in hexadecimal. v4 `content_sha256`.',
    }),
  }),
});
