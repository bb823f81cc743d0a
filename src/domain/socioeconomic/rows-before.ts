import type { FieldContent, ReportRow } from './content.ts';
import type { ReportValue } from './value.ts';

type SentRow = readonly { key: string; value: ReportValue }[];

/**
 * Returns the stored row of each new row: an equal one, otherwise the one at the same index when it has no other match and no row was
 * removed. A row without a stored one gets no values, so that no source of another row is kept.
 */
export function rowsBefore(
  sent: readonly SentRow[],
  stood: readonly ReportRow[],
): (readonly FieldContent[])[] {
  const names = stood.map(({ values }) => nameOf(values));
  const free = new Set(stood.keys());
  const take = (at: number): readonly FieldContent[] | undefined =>
    free.delete(at) ? stood[at]?.values : undefined;
  const isOnes = (at: number, row: SentRow): boolean => free.has(at) && names[at] === nameOf(row);
  // Equal rows are matched at their own index first.
  const inPlace = sent.map((row, at) => (isOnes(at, row) ? take(at) : undefined));
  const same = sent.map(
    (row, at) => inPlace[at] ?? take(names.findIndex((_, index) => isOnes(index, row))),
  );
  return same.map(
    (matched, at) => matched ?? (sent.length < stood.length ? undefined : take(at)) ?? [],
  );
}

/** Returns a key that equal rows of one group share. */
function nameOf(row: SentRow): string {
  const values = row.map(({ key, value }) => JSON.stringify([key, value.value]));
  return values.toSorted((a, b) => a.localeCompare(b)).join();
}
