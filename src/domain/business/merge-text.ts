/** Sent text: undefined keeps the value; null, empty and blank text remove it. */
export type SentText = string | null | undefined;

/** Returns the stored text for undefined, null for null, empty and blank text, otherwise the sent text. */
export function mergeText(sent: SentText, stored: string | null | undefined): string | null {
  if (sent === undefined) return stored ?? null;
  return isBlank(sent) ? null : sent;
}

/** True for null, empty and blank text. */
export function isBlank(text: SentText): boolean {
  return typeof text !== 'string' || text.trim() === '';
}
