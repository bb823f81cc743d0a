/** Returns the offset after the parenthesis that closes the parameters of a function. */
export function endOfParameters(code: string, start: number): number {
  let depth = 0;
  for (let at = code.indexOf('(', start); at < code.length; at += 1) {
    if ('([{'.includes(code[at] ?? ' ')) depth += 1;
    if (')]}'.includes(code[at] ?? ' ')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return code.length;
}
