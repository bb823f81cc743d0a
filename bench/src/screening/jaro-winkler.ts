const PREFIX_MAX = 4;
const PREFIX_WEIGHT = 0.1;

/** Returns the Jaro–Winkler similarity, from 0 to 1: the baseline of the table. */
export function jaroWinkler(first: string, second: string): number {
  if (first === second) return 1;
  const reach = Math.max(0, Math.floor(Math.max(first.length, second.length) / 2) - 1);
  const [ours, theirs] = [matchesOf(first, second, reach), matchesOf(second, first, reach)];
  if (ours.length === 0) return 0;
  const turned = Array.from(ours).filter((letter, at) => letter !== theirs[at]).length / 2;
  const count = ours.length;
  const jaro = (count / first.length + count / second.length + (count - turned) / count) / 3;
  let prefix = 0;
  while (prefix < PREFIX_MAX && first[prefix] !== undefined && first[prefix] === second[prefix])
    prefix += 1;
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
}

/** The letters of the first that have their like in the second, not too far away. */
function matchesOf(first: string, second: string, reach: number): string {
  const left: (string | undefined)[] = Array.from(second);
  return Array.from(first)
    .filter((letter, at) => {
      const from = Math.max(0, at - reach);
      const found = left.slice(from, at + reach + 1).indexOf(letter);
      if (found === -1) return false;
      left[from + found] = undefined;
      return true;
    })
    .join('');
}
