import type { FieldContent, ReportRow } from './content.ts';
import type { ReportValue } from './value.ts';

type SentRow = readonly { key: string; value: ReportValue }[];

/**
 * Returns the values of the stored row for each sent row: of an equal row, otherwise of the row at the same index when
 * it is not matched and no row was removed. Empty without such a row, so that no source of another row is kept.
 */
export function matchStoredRows(
  sentRows: readonly SentRow[],
  storedRows: readonly ReportRow[],
): (readonly FieldContent[])[] {
  const storedKeys = storedRows.map(({ values }) => toRowKey(values));
  const freeIndexes = new Set(storedRows.keys());
  const takeRow = (index: number): readonly FieldContent[] | undefined =>
    freeIndexes.delete(index) ? storedRows[index]?.values : undefined;
  const isFreeMatch = (index: number, row: SentRow): boolean =>
    freeIndexes.has(index) && storedKeys[index] === toRowKey(row);
  // Equal rows are matched at their own index first.
  const matchedAtIndex = sentRows.map((row, index) =>
    isFreeMatch(index, row) ? takeRow(index) : undefined,
  );
  const matchedRows = sentRows.map(
    (row, index) =>
      matchedAtIndex[index] ??
      takeRow(storedKeys.findIndex((_, storedIndex) => isFreeMatch(storedIndex, row))),
  );
  return matchedRows.map(
    (values, index) =>
      values ?? (sentRows.length < storedRows.length ? undefined : takeRow(index)) ?? [],
  );
}

/** Returns a key that equal rows of one group share. */
function toRowKey(row: SentRow): string {
  const values = row.map(({ key, value }) => JSON.stringify([key, value.value]));
  return values.toSorted((a, b) => a.localeCompare(b)).join();
}
