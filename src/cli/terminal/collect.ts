/** Appends a value of a repeatable option to its earlier values. */
export function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}
