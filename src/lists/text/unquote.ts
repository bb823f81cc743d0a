/**
 * A cell whose quotation marks are not doubled comes with those around it: they are no part of the text. Within them the first one opens.
 */
export function unquote(text: string): string {
  const [, inside] = /^"(.*)"$/s.exec(text.trim()) ?? [];
  return inside !== undefined && /^(?:[^"]*[\s(])?"\S/.test(inside) ? inside : text;
}
