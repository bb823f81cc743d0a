/**
 * Removes the enclosing quotation marks of a cell, which the CSV parser retains when inner ones are not doubled. The
 * text stays unchanged unless the first inner mark opens a word: `"A" and "B"` has no enclosing marks.
 */
export function unquote(text: string): string {
  const [, inner] = /^"(.*)"$/s.exec(text.trim()) ?? [];
  return inner !== undefined && /^(?:[^"]*[\s(])?"\S/.test(inner) ? inner : text;
}
