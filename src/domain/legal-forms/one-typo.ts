/** True when one word is the other with a letter more, less or changed, or with two neighbours exchanged. */
export function isOneSlipApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short.charAt(start) === long.charAt(start)) start += 1;
  const [shortRest, longRest] = [short.slice(start), long.slice(start)];
  if (long.length > short.length) return longRest.slice(1) === shortRest;
  if (longRest.slice(1) === shortRest.slice(1)) return true;
  const isSwapped =
    longRest.charAt(0) === shortRest.charAt(1) && longRest.charAt(1) === shortRest.charAt(0);
  return isSwapped && longRest.slice(2) === shortRest.slice(2);
}
