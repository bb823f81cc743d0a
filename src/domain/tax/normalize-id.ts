const IGNORED = /[ \t\n\v\f\r./-]/g;

/**
 * An RFC or CURP as registries write it: NFC, capitals, without ASCII blanks and `-`, `.`, `/`.
 * Nothing is repaired: only a–z and ñ become capitals, for JavaScript would turn ß, ı and ſ into plain
 * letters too, and every other sign stays where it is, to be refused.
 */
export function normalizeTaxId(text: string): string {
  const small = text.normalize('NFC').replace(IGNORED, '');
  return small.replace(/[a-zñ]+/g, (letters) => letters.toUpperCase());
}
