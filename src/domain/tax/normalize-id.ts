const SEPARATORS = /[ \t\n\v\f\r./-]+/;
const EACH_SEPARATOR = /[ \t\n\v\f\r./-]+/g;

/**
 * Forms of RFCs, of RFCs without homoclave and of CURPs, each with the lengths of its groups: letters, date, further
 * ones.
 */
const FORMS: readonly { pattern: RegExp; lengths: readonly number[] }[] = [
  { pattern: /^[A-ZÑ&]{4}\d{6}[A-Z0-9]{3}$/, lengths: [4, 6, 2, 1] },
  { pattern: /^[A-ZÑ&]{3}\d{6}[A-Z0-9]{3}$/, lengths: [3, 6, 2, 1] },
  { pattern: /^[A-ZÑ&]{4}\d{6}$/, lengths: [4, 6] },
  { pattern: /^[A-ZÑ&]{3}\d{6}$/, lengths: [3, 6] },
  { pattern: /^[A-Z]{4}\d{6}[A-Z]{6}[A-Z0-9]\d$/, lengths: [4, 6, 1, 2, 3, 1, 1] },
];
/** Lengths of year, month and day within the date. */
const DATE_LENGTHS = [2, 2, 2];

/**
 * Normalizes an RFC or CURP as registries write it: NFC, capitals, without ASCII spaces and `-`, `.`, `/` around it
 * and between its groups. Nothing is repaired: separators within a group become one space each and are rejected later,
 * because `GO E561231GR8` may be an RFC that lacks a letter. Text of another form loses all separators; it is rejected
 * either way. Only a–z and ñ become capitals, because JavaScript would turn ß, ı and ſ into plain letters too; every
 * other character is unchanged.
 */
export function normalizeTaxId(text: string): string {
  const capital = text.normalize('NFC').replace(/[a-zñ]+/g, (letters) => letters.toUpperCase());
  const withoutSeparators = capital.replace(EACH_SEPARATOR, '');
  const form = FORMS.find(({ pattern }) => pattern.test(withoutSeparators));
  if (form === undefined || withoutSeparators === capital) return withoutSeparators;
  const parts = capital.split(SEPARATORS).filter((part) => part !== '');
  return areAtGroupBorders(parts, form.lengths) ? withoutSeparators : parts.join(' ');
}

/** True when the separators are at group borders, or between all characters, as in forms with one box per character. */
function areAtGroupBorders(parts: readonly string[], lengths: readonly number[]): boolean {
  if (parts.every(({ length }) => length === 1)) return true;
  const [lettersLength = 0, , ...lengthsAfterDate] = lengths;
  const borders = new Set(toRunningSums([lettersLength, ...DATE_LENGTHS, ...lengthsAfterDate]));
  return toRunningSums(parts.map(({ length }) => length)).every((offset) => borders.has(offset));
}

function toRunningSums(lengths: readonly number[]): number[] {
  let sum = 0;
  return lengths.map((length) => {
    sum += length;
    return sum;
  });
}
