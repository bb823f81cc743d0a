/**
 * Returns a day `YYYY-MM-DD` or a month `YYYY-MM` as it is written in Mexico: `31/01/2026`, `01/2026`. Other text is
 * returned as it is.
 */
export function formatSpanishDate(text: string): string {
  return /^\d{4}-\d{2}(?:-\d{2})?$/.test(text) ? text.split('-').toReversed().join('/') : text;
}
