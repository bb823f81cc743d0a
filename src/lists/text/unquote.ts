/**
 * Removes the enclosing quotation marks of a cell whose inner ones are not doubled, which the CSV parser leaves in
 * place.
 */
export function unquote(text: string): string {
  const [, inside] = /^"(.*)"$/s.exec(text.trim()) ?? [];
  return inside !== undefined && /^(?:[^"]*[\s(])?"\S/.test(inside) ? inside : text;
}
