/** Value that replaces label values above the limit. */
export const OTHER = 'other';

/**
 * Creates a function that returns the first `max` values of a label unchanged and `other` for further ones, because
 * each value is a permanent time series.
 */
export function createLabelLimiter(max: number): (value: string) => string {
  const values = new Set<string>();
  return (value) => {
    if (values.has(value)) return value;
    if (values.size >= max) return OTHER;
    values.add(value);
    return value;
  };
}
