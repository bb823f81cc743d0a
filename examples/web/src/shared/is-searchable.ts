/** True when the gateway searches names for the text: one of its words has three letters. */
export function isSearchable(text: string): boolean {
  return text.split(/\s+/).some((word) => word.normalize('NFC').length >= 3);
}
