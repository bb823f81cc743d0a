/** True when the words differ by at most one inserted, deleted or substituted letter, or one transposition. */
export function isOneTypoApart(first: string, second: string): boolean {
  const [shorter, longer] = first.length <= second.length ? [first, second] : [second, first];
  if (longer.length - shorter.length > 1) return false;
  let start = 0;
  while (start < shorter.length && shorter.charAt(start) === longer.charAt(start)) start += 1;
  const [shortRest, longRest] = [shorter.slice(start), longer.slice(start)];
  if (longer.length > shorter.length) return longRest.slice(1) === shortRest;
  if (longRest.slice(1) === shortRest.slice(1)) return true;
  const isSwapped =
    longRest.charAt(0) === shortRest.charAt(1) && longRest.charAt(1) === shortRest.charAt(0);
  return isSwapped && longRest.slice(2) === shortRest.slice(2);
}
