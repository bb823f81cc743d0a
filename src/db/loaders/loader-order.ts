export function single<Row>(rows: Row[]): Row | undefined {
  return rows[0];
}

/** Returns the row of each key, in the order of the keys. */
export function orderByKeys<Key, Row>(
  keys: readonly Key[],
  rows: Row[],
  keyOf: (row: Row) => Key,
): (Row | undefined)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key));
}

/** Returns the rows of each key, in the order of the keys. */
export function groupByKeys<Key, Row>(
  keys: readonly Key[],
  rows: Row[],
  keyOf: (row: Row) => Key,
): Row[][] {
  const groups = Map.groupBy(rows, keyOf);
  return keys.map((key) => groups.get(key) ?? []);
}
