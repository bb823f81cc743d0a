/** Label that replaces labels above the limit. */
export const OTHER = 'other';

/**
 * Creates a function that returns the first `max` values of a label unchanged and `other` for further ones, because
 * each value is a permanent time series.
 */
export function createLabels(max: number): (value: string) => string {
  const values = new Set<string>();
  return (value) => {
    if (values.has(value)) return value;
    if (values.size >= max) return OTHER;
    values.add(value);
    return value;
  };
}
