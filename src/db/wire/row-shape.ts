import type { FieldDef } from 'pg';
import { parserOf } from './type-parsers.ts';

type Row = Record<string, unknown>;
type Column = { name: string; parse: (text: string) => unknown };

/** Row format of a statement: names of columns, and parsers of their values. */
export class RowShape {
  readonly #columns: Column[];
  /** With all columns in their order, so that all rows are objects of one kind. */
  readonly #empty: Row;

  constructor(fields: readonly FieldDef[]) {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: parserOf(dataTypeID),
    }));
    this.#empty = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  /** The row of these texts. Throws what a parser throws, and where there are more or fewer of them than columns. */
  read(texts: readonly (string | null)[]): Row {
    if (texts.length !== this.#columns.length)
      throw new Error('A row came that is not of the columns that were described.');
    const row = { ...this.#empty };
    let place = 0;
    for (const { name, parse } of this.#columns) {
      const text = texts[place] ?? null;
      if (text !== null) row[name] = parse(text);
      place += 1;
    }
    return row;
  }
}
