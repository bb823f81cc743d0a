/**
 * The values in a cell that semicolons separate. One with a semicolon in it stands in quotation marks, and those within it are doubled, as in
 * a table; a quotation mark anywhere else is a letter like others. Empty values are left out.
 */
export function splitValues(cell: string): string[] {
  const values: string[] = [];
  let rest = cell;
  while (rest !== '') {
    const [whole = rest, quoted, plain = ''] = VALUE.exec(rest) ?? [];
    const value = quoted === undefined ? plain : quoted.replaceAll('""', '"');
    if (value.trim() !== '') values.push(value.trim());
    rest = rest.slice(Math.max(1, whole.length));
  }
  return values;
}

/** A value with the semicolon behind it; the quoted form holds only where a semicolon or the end follows. */
const VALUE = /^\s*(?:"((?:[^"]|"")*)"\s*(?:;|$)|([^;]*)(?:;|$))/;
