import {
  type FragmentOf,
  type ReportValueInput,
  type ReportValueKind,
  readFragment,
} from '../graphql.ts';
import { askedField } from './report-input.tsx';
import { formGroup, type RowTexts } from './report-rows.tsx';
import { toValue } from './report-values.ts';

type Asked = {
  fields: readonly FragmentOf<typeof askedField>[];
  groups: readonly FragmentOf<typeof formGroup>[];
};
/** What somebody has changed: fields by key, and groups with all their rows. */
export type Written = { fields: RowTexts; groups: Readonly<Record<string, readonly RowTexts[]>> };

type Column = { key: string; value: ReportValueInput };
export type Change = {
  fields: { key: string; value: ReportValueInput | null }[];
  groups: { key: string; rows: { values: Column[] }[] }[];
};

/** What of a section is to be sent; undefined where something is not of its kind. */
export function toChange(asked: Asked, written: Written): Change | undefined {
  const kinds = kindsOf(asked.fields);
  const fields = Object.entries(written.fields).map(([key, text]) => {
    const kind = kinds.get(key);
    return { key, value: kind && toValue(kind, text) };
  });
  const groups = asked.groups.flatMap((one) => {
    const { key, columns } = readFragment(formGroup, one);
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
    fields.map((one) => {
      const { key, kind } = readFragment(askedField, one);
      return [key, kind];
    }),
  );
}

/** Without those that are empty; undefined where a value is not of its kind. */
function toRows(kinds: Kinds, rows: readonly RowTexts[]): { values: Column[] }[] | undefined {
  const made: { values: Column[] }[] = [];
  for (const row of rows) {
    const values: Column[] = [];
    for (const [key, text] of Object.entries(row)) {
      const kind = kinds.get(key);
      const value = kind && toValue(kind, text);
      if (value === undefined) return undefined;
      if (value !== null) values.push({ key, value });
    }
    if (values.length > 0) made.push({ values });
  }
  return made;
}

type Read<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

function isRead<T extends { value?: unknown }>(one: T): one is T & Read<Pick<T, 'value'>> {
  return one.value !== undefined;
}

function isWhole<T extends { rows?: unknown }>(one: T): one is T & Read<Pick<T, 'rows'>> {
  return one.rows !== undefined;
}
