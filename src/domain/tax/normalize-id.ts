const SEPARATORS = /[ \t\n\v\f\r./-]+/;
const EACH_SEPARATOR = /[ \t\n\v\f\r./-]+/g;

/** Identifiers by their length, each with the lengths of its groups: letters, date, and what follows. */
const GROUPS: readonly { pattern: RegExp; lengths: readonly number[] }[] = [
  { pattern: /^[A-ZÑ&]{4}\d{6}[A-Z0-9]{3}$/, lengths: [4, 6, 2, 1] },
  { pattern: /^[A-ZÑ&]{3}\d{6}[A-Z0-9]{3}$/, lengths: [3, 6, 2, 1] },
  { pattern: /^[A-ZÑ&]{4}\d{6}$/, lengths: [4, 6] },
  { pattern: /^[A-ZÑ&]{3}\d{6}$/, lengths: [3, 6] },
  { pattern: /^[A-Z]{4}\d{6}[A-Z]{6}[A-Z0-9]\d$/, lengths: [4, 6, 1, 2, 3, 1, 1] },
];
/** Places within the date at which its year, month and day end. */
const DATE_LENGTHS = [2, 2, 2];

/**
 * An RFC or CURP as registries write it: NFC, capitals, without ASCII spaces and `-`, `.`, `/` around it and between its groups.
 * Nothing is repaired: a separator within a group stays, to be refused, for `GO E561231GR8` lacks a letter. Only a–z and ñ become
 * capitals, for JavaScript would turn ß, ı and ſ into plain letters too, and every other character stays where it is.
 */
export function normalizeTaxId(text: string): string {
  const capital = text.normalize('NFC').replace(/[a-zñ]+/g, (letters) => letters.toUpperCase());
  const joined = capital.replace(EACH_SEPARATOR, '');
  const group = GROUPS.find(({ pattern }) => pattern.test(joined));
  if (group === undefined || joined === capital) return joined;
  const parts = capital.split(SEPARATORS).filter((part) => part !== '');
  return areAtBorders(parts, group.lengths) ? joined : parts.join(' ');
}

/** A form with a box for each character parts them all. */
function areAtBorders(parts: readonly string[], lengths: readonly number[]): boolean {
  if (parts.every(({ length }) => length === 1)) return true;
  const [letters = 0, , ...rest] = lengths;
  const borders = new Set(addUp([letters, ...DATE_LENGTHS, ...rest]));
  return addUp(parts.map(({ length }) => length)).every((place) => borders.has(place));
}

function addUp(lengths: readonly number[]): number[] {
  let sum = 0;
  return lengths.map((length) => {
    sum += length;
    return sum;
  });
}
