/** Returns an identifier in the format of storage and search: capital letters and digits. */
export function normalizeIdentifier(value: string): string {
  return value
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^A-Z0-9Ñ&]/g, '');
}
