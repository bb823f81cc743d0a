const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Parses a date of OFAC to ISO 8601-2 (EDTF): "25 Dec 1954" is "1954-12-25", "circa 1960" is "1960~", "1960 to 1963"
 * is "1960/1963". Null for other text.
 */
export function parseEnglishDate(text: string): string | null {
  const [from = '', to, ...furtherDates] = text.split(/\s+to\s+|(?<=\d{4})-(?=\d{4})/);
  if (furtherDates.length > 0) return null;
  const begin = parseSingleDate(from);
  if (to === undefined || begin === null) return begin;
  const end = parseSingleDate(to);
  return end === null ? null : `${begin}/${end}`;
}

function parseSingleDate(text: string): string | null {
  const match = /^(circa\s+)?(?:(?:(\d{1,2})\s+)?([A-Z][a-z]{2})\s+)?(\d{4})$/.exec(text.trim());
  if (match === null) return null;
  const [, circa, day, monthName, year = ''] = match;
  const month = monthName === undefined ? 0 : MONTHS.indexOf(monthName) + 1;
  if (monthName !== undefined && month === 0) return null;
  const parts = [
    year,
    ...(month === 0 ? [] : [pad(month)]),
    ...(day === undefined ? [] : [pad(Number(day))]),
  ];
  return parts.join('-') + (circa === undefined ? '' : '~');
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
