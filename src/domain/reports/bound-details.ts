import type { EntryDetails } from '../lists/list-entry.ts';

type Bounds = {
  bounded: <T>(items: readonly T[]) => T[];
  text: (value: string) => string;
};

/** Details may hold details; those of readers go no deeper. */
const DEPTH_MAX = 3;

/** Returns the further details of an entry, cut to the bounds. */
export function boundDetails(details: EntryDetails, bounds: Bounds, depth = 1): EntryDetails {
  const members = bounds.bounded(Object.entries(details));
  return Object.fromEntries(
    members.map(([name, value]): [string, EntryDetails[string]] => [
      name,
      boundValue(value, bounds, depth),
    ]),
  );
}

function boundValue(
  value: EntryDetails[string],
  bounds: Bounds,
  depth: number,
): EntryDetails[string] {
  if (typeof value === 'string') return bounds.text(value);
  const [texts, nested] = [textsOf(value), nestedOf(value)];
  if (texts.length > 0) return bounds.bounded(texts).map(bounds.text);
  if (depth === DEPTH_MAX) return [];
  return bounds.bounded(nested).map((one) => boundDetails(one, bounds, depth + 1));
}

function textsOf(value: readonly (string | EntryDetails)[]): string[] {
  return value.filter((one) => typeof one === 'string');
}

function nestedOf(value: readonly (string | EntryDetails)[]): EntryDetails[] {
  return value.filter((one) => typeof one !== 'string');
}
