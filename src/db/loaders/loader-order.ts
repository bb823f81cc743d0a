/** Returns the only row of a key, or undefined when it has none. */
export function getOnlyRow<Row>(rows: Row[]): Row | undefined {
  return rows[0];
}

/** Returns the row of each key, in the order of the keys; undefined for a key without a row. */
export function orderByKeys<Key, Row>(
  keys: readonly Key[],
  rows: Row[],
  toKey: (row: Row) => Key,
): (Row | undefined)[] {
  const byKey = new Map(rows.map((row) => [toKey(row), row]));
  return keys.map((key) => byKey.get(key));
}

/** Returns the rows of each key, in the order of the keys. */
export function groupByKeys<Key, Row>(
  keys: readonly Key[],
  rows: Row[],
  toKey: (row: Row) => Key,
): Row[][] {
  const groups = Map.groupBy(rows, toKey);
  return keys.map((key) => groups.get(key) ?? []);
}
