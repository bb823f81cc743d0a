/** An identifier as it is kept and looked up by: letters and digits, in capitals. */
export function identifierText(value: string): string {
  return value
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^A-Z0-9Ñ&]/g, '');
}
