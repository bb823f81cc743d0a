/** Label that replaces labels above the limit. */
export const OTHER = 'other';

/** Passes the first `max` values of a label, and calls the others `other`: each value is a series that is kept for ever. */
export function createLabels(max: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= max) return OTHER;
    known.add(value);
    return value;
  };
}
