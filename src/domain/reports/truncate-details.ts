import type { EntryDetails } from '../lists/list-entry.ts';

type Truncation = {
  truncateList: <T>(items: readonly T[]) => T[];
  truncateText: (value: string) => string;
};

/** Maximum nesting of details; parsers produce no deeper ones. */
const DEPTH_MAX = 3;

/** Truncates the details of an entry, at every level up to DEPTH_MAX; deeper lists of details become empty. */
export function truncateDetails(
  details: EntryDetails,
  truncation: Truncation,
  depth = 1,
): EntryDetails {
  const members = truncation.truncateList(Object.entries(details));
  return Object.fromEntries(
    members.map(([name, value]): [string, EntryDetails[string]] => [
      name,
      truncateValue(value, truncation, depth),
    ]),
  );
}

/** Truncates one detail. A list contains either texts or nested details. */
function truncateValue(
  value: EntryDetails[string],
  truncation: Truncation,
  depth: number,
): EntryDetails[string] {
  if (typeof value === 'string') return truncation.truncateText(value);
  const [texts, nested] = [selectTexts(value), selectDetails(value)];
  if (texts.length > 0) return truncation.truncateList(texts).map(truncation.truncateText);
  if (depth === DEPTH_MAX) return [];
  return truncation
    .truncateList(nested)
    .map((detail) => truncateDetails(detail, truncation, depth + 1));
}

function selectTexts(value: readonly (string | EntryDetails)[]): string[] {
  return value.filter((element) => typeof element === 'string');
}

function selectDetails(value: readonly (string | EntryDetails)[]): EntryDetails[] {
  return value.filter((element) => typeof element !== 'string');
}
