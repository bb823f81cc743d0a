import {
  type FragmentOf,
  type ReportValueInput,
  type ReportValueKind,
  readFragment,
} from '../graphql.ts';
import { askedField } from './report-input.tsx';
import { formGroup, type RowTexts } from './report-rows.tsx';
import { toValue } from './report-values.ts';

type Form = {
  fields: readonly FragmentOf<typeof askedField>[];
  groups: readonly FragmentOf<typeof formGroup>[];
};
/** Changed values: fields by key, and groups with all their rows. */
export type Written = { fields: RowTexts; groups: Readonly<Record<string, readonly RowTexts[]>> };

type Column = { key: string; value: ReportValueInput };
export type Change = {
  fields: { key: string; value: ReportValueInput | null }[];
  groups: { key: string; rows: { values: Column[] }[] }[];
};

/** Returns the change of a section to send; undefined when a value is not of its kind. */
export function toChange(form: Form, written: Written): Change | undefined {
  const kinds = kindsOf(form.fields);
  const fields = Object.entries(written.fields).map(([key, text]) => {
    const kind = kinds.get(key);
    return { key, value: kind && toValue(kind, text) };
  });
  const groups = form.groups.flatMap((group) => {
    const { key, columns } = readFragment(formGroup, group);
    const rows = written.groups[key];
    return rows === undefined ? [] : [{ key, rows: toRows(kindsOf(columns), rows) }];
  });
  const sent = fields.filter(isRead);
  const whole = groups.filter(isWhole);
  if (sent.length < fields.length || whole.length < groups.length) return undefined;
  return { fields: sent, groups: whole };
}

type Kinds = ReadonlyMap<string, ReportValueKind>;

function kindsOf(fields: readonly FragmentOf<typeof askedField>[]): Kinds {
  return new Map(
    fields.map((field) => {
      const { key, kind } = readFragment(askedField, field);
      return [key, kind];
    }),
  );
}

/** Returns the rows without empty ones; undefined when a value is not of its kind. */
function toRows(kinds: Kinds, rows: readonly RowTexts[]): { values: Column[] }[] | undefined {
  const filled: { values: Column[] }[] = [];
  for (const row of rows) {
    const values: Column[] = [];
    for (const [key, text] of Object.entries(row)) {
      const kind = kinds.get(key);
      const value = kind && toValue(kind, text);
      if (value === undefined) return undefined;
      if (value !== null) values.push({ key, value });
    }
    if (values.length > 0) filled.push({ values });
  }
  return filled;
}

type Read<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

function isRead<T extends { value?: unknown }>(field: T): field is T & Read<Pick<T, 'value'>> {
  return field.value !== undefined;
}

function isWhole<T extends { rows?: unknown }>(group: T): group is T & Read<Pick<T, 'rows'>> {
  return group.rows !== undefined;
}
