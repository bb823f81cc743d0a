/** Capitals without accents, sign for sign at the same places: Ñ becomes N, as pictures often show it. */
export function fold(text: string): string {
  let folded = '';
  for (let place = 0; place < text.length; place += 1) {
    const sign = text.charAt(place);
    const capital = sign.normalize('NFD').charAt(0).toUpperCase();
    folded += capital.length === 1 ? capital : sign;
  }
  return folded;
}

/** The same with single blanks and none around. */
export function foldWords(text: string): string {
  return fold(text.normalize('NFC')).replace(/\s+/g, ' ').trim();
}

/** Letters and digits alone: what two readings of one text have in common. */
export function foldKey(text: string): string {
  return fold(text.normalize('NFC')).replace(/[^A-Z0-9]/g, '');
}

/** True when a name with N may have had Ñ, which occurs only before a vowel, and after one if any. */
export function mayHideEnye(name: string): boolean {
  return /(?:^|[ AEIOU])N[AEIOU]/.test(fold(name.replace(/ñ/gi, '*')));
}
