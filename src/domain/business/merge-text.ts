/** Text as it is sent: undefined says nothing; null, empty and blank text all say that there is none. */
export type SentText = string | null | undefined;

/** What is stored where nothing was sent; null for null and for text that is empty or blank. */
export function mergeText(sent: SentText, stored: string | null | undefined): string | null {
  if (sent === undefined) return stored ?? null;
  return isBlank(sent) ? null : sent;
}

/** Whether it says nothing, as text. */
export function isBlank(text: SentText): boolean {
  return typeof text !== 'string' || text.trim() === '';
}
