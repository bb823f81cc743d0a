/** True when the words differ by at most one inserted, deleted or substituted letter, or one transposition. */
export function isOneTypoApart(first: string, second: string): boolean {
  const [shorter, longer] = first.length <= second.length ? [first, second] : [second, first];
  if (longer.length - shorter.length > 1) return false;
  let start = 0;
  while (start < shorter.length && shorter.charAt(start) === longer.charAt(start)) start += 1;
  const [shorterEnd, longerEnd] = [shorter.slice(start), longer.slice(start)];
  if (longer.length > shorter.length) return longerEnd.slice(1) === shorterEnd;
  if (longerEnd.slice(1) === shorterEnd.slice(1)) return true;
  const isTransposed =
    longerEnd.charAt(0) === shorterEnd.charAt(1) && longerEnd.charAt(1) === shorterEnd.charAt(0);
  return isTransposed && longerEnd.slice(2) === shorterEnd.slice(2);
}
