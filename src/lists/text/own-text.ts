/**
 * The same text with bytes of its own. What V8 cuts out of a longer text only points into it, so that a few letters keep the whole
 * piece of the file in memory that they came with, for as long as they are kept.
 */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}
