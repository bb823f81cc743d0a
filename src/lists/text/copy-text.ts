/**
 * Copies a text to its own memory. V8 represents a substring as a reference, which retains the whole chunk of the
 * file.
 */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}
