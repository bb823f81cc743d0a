/**
 * Converts text to capitals without accents. Ñ becomes N, as OCR often reads it. Positions of characters do not
 * change.
 */
export function foldText(text: string): string {
  let folded = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const capital = character.normalize('NFD').charAt(0).toUpperCase();
    folded += capital.length === 1 ? capital : character;
  }
  return folded;
}

/** Folds a text, collapses whitespace and trims it. */
export function foldWords(text: string): string {
  return foldText(text.normalize('NFC')).replace(/\s+/g, ' ').trim();
}

/** Folds a text to its letters and digits, to compare texts that differ in whitespace and punctuation. */
export function foldKey(text: string): string {
  return foldText(text.normalize('NFC')).replace(/[^A-Z0-9]/g, '');
}

/** True when an N of the name may be a misread Ñ. Ñ occurs only before a vowel, and at the start or after a vowel. */
export function mayHideEnye(name: string): boolean {
  return /(?:^|[ AEIOU])N[AEIOU]/.test(foldText(name.replace(/ñ/gi, '*')));
}
