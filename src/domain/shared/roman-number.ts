/** Roman numerals from 1 to 39, as in names. Texts with further letters are words: MIX. */
const ROMAN = /^X{0,3}(?:IX|IV|V?I{0,3})$/;
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };

/** Returns the value of a Roman numeral in capitals; undefined otherwise. */
export function parseRoman(word: string): number | undefined {
  if (word === '' || !ROMAN.test(word)) return undefined;
  const values = Array.from(word, (letter) => VALUES[letter] ?? 0);
  return values.reduce(
    (sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value),
    0,
  );
}
