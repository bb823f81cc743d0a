import type { FieldDef } from 'pg';
import { getParser } from './type-parsers.ts';

type Row = Record<string, unknown>;
type Column = { name: string; parse: (text: string) => unknown };

/** Columns of a statement's rows with their names and text parsers. */
export class RowShape {
  readonly #columns: Column[];
  /** Row with all columns in order, so that all rows share one hidden class. */
  readonly #empty: Row;

  constructor(fields: readonly FieldDef[]) {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: getParser(dataTypeID),
    }));
    this.#empty = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  /**
   * Parses a row from the text of its values. Throws when a value cannot be parsed, and when the number of values
   * differs from the number of columns.
   */
  parseRow(texts: readonly (string | null)[]): Row {
    if (texts.length !== this.#columns.length)
      throw new Error('A row has another number of values than the described columns.');
    const row = { ...this.#empty };
    let index = 0;
    for (const { name, parse } of this.#columns) {
      const text = texts[index] ?? null;
      if (text !== null) row[name] = parse(text);
      index += 1;
    }
    return row;
  }
}
