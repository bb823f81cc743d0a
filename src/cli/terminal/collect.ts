/** Collects the values of a repeatable option. */
export function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}
