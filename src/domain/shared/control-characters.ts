/**
 * Characters that a terminal obeys or that change how the text around them is shown: control characters (C0, DEL, C1), line and
 * paragraph separators, and marks that turn the direction of writing (Unicode's Bidi_Control).
 */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** True for text that cannot be shown in one line as it stands. */
export function hasControlCharacters(text: string): boolean {
  return text.search(CONTROLS) !== -1;
}

/** Writes each of them as JSON does, e.g. `\u001b`, so that JSON stays what it was. */
export function escapeControlCharacters(text: string): string {
  return text.replaceAll(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
