/** For an option that may be given several times, one value each. */
export function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}
