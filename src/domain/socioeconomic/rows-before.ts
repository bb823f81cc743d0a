import type { FieldContent, ReportRow } from './content.ts';
import type { ReportValue } from './value.ts';

type SentRow = readonly { key: string; value: ReportValue }[];

/**
 * What each row that is sent was before: the row that says just the same, else that of its place where no other is it and no
 * row was taken away; nothing is known to be of a question that was asked of another row.
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
    (row, at) => inPlace[at] ?? take(names.findIndex((_, other) => isOnes(other, row))),
  );
  return same.map(
    (found, at) => found ?? (sent.length < stood.length ? undefined : take(at)) ?? [],
  );
}

/** Returns a key that equal rows of one group share. */
function nameOf(row: SentRow): string {
  const said = row.map(({ key, value }) => JSON.stringify([key, value.value]));
  return said.toSorted((a, b) => a.localeCompare(b)).join();
}
