import type { EntryDetails } from '../lists/list-entry.ts';

type Truncation = {
  list: <T>(items: readonly T[]) => T[];
  text: (value: string) => string;
};

/** Maximum nesting of details; parsers produce no deeper ones. */
const DEPTH_MAX = 3;

/** Truncates the further details of an entry. */
export function truncateDetails(
  details: EntryDetails,
  truncation: Truncation,
  depth = 1,
): EntryDetails {
  const members = truncation.list(Object.entries(details));
  return Object.fromEntries(
    members.map(([name, value]): [string, EntryDetails[string]] => [
      name,
      truncateValue(value, truncation, depth),
    ]),
  );
}

function truncateValue(
  value: EntryDetails[string],
  truncation: Truncation,
  depth: number,
): EntryDetails[string] {
  if (typeof value === 'string') return truncation.text(value);
  const [texts, nested] = [selectTexts(value), selectDetails(value)];
  if (texts.length > 0) return truncation.list(texts).map(truncation.text);
  if (depth === DEPTH_MAX) return [];
  return truncation.list(nested).map((detail) => truncateDetails(detail, truncation, depth + 1));
}

function selectTexts(value: readonly (string | EntryDetails)[]): string[] {
  return value.filter((element) => typeof element === 'string');
}

function selectDetails(value: readonly (string | EntryDetails)[]): EntryDetails[] {
  return value.filter((element) => typeof element !== 'string');
}
