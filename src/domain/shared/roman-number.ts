/** Roman numbers from 1 to 39, as names have them: with other letters they are words, such as MIX. */
const ROMAN = /^X{0,3}(?:IX|IV|V?I{0,3})$/;
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };

/** Returns the value of a Roman number in capitals; undefined for what is none. */
export function readRoman(word: string): number | undefined {
  if (word === '' || !ROMAN.test(word)) return undefined;
  const values = Array.from(word, (letter) => VALUES[letter] ?? 0);
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  );
}
