/**
 * Characters that control a terminal or change how the text around them is displayed: control characters (C0, DEL,
 * C1), line and paragraph separators, and marks that change the text direction (Unicode's Bidi_Control).
 */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** True for text that cannot be shown unchanged on one line. */
export function hasControlCharacters(text: string): boolean {
  return text.search(CONTROLS) !== -1;
}

/** Escapes each control character in the way of JSON, e.g. `\u001b`, so that JSON keeps its meaning. */
export function escapeControlCharacters(text: string): string {
  return text.replaceAll(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
