/**
 * Splits a cell at semicolons. A value that contains a semicolon is enclosed in quotation marks, with those inside
 * doubled, as in CSV; other quotation marks are ordinary characters. Empty values are omitted.
 */
export function splitValues(cell: string): string[] {
  const values: string[] = [];
  let remaining = cell;
  while (remaining !== '') {
    const [matched = remaining, quoted, plain = ''] = VALUE.exec(remaining) ?? [];
    const value = quoted === undefined ? plain : quoted.replaceAll('""', '"');
    if (value.trim() !== '') values.push(value.trim());
    remaining = remaining.slice(Math.max(1, matched.length));
  }
  return values;
}

/** Value with the semicolon after it. The quoted form must be followed by a semicolon or the end. */
const VALUE = /^\s*(?:"((?:[^"]|"")*)"\s*(?:;|$)|([^;]*)(?:;|$))/;
