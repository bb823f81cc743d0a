/** Returns an identifier in the format of storage and search: the letters A to Z and Ñ, digits and `&`. */
export function normalizeIdentifier(value: string): string {
  return value
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^A-Z0-9Ñ&]/g, '');
}
