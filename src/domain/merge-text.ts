/** Text as it is sent: undefined says nothing; null and empty text both say that there is none. */
export type SentText = string | null | undefined;

/** What is stored where nothing was sent; null for null and for empty text. */
export function mergeText(sent: SentText, stored: string | null | undefined): string | null {
  if (sent === undefined) return stored ?? null;
  return sent === '' ? null : sent;
}
