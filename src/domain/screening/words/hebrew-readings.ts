/**
 * Hebrew letters with two pronunciations, with the Latin spelling of the second one and the positions in a word where
 * it occurs. The letters of the first group are hard at the start of a word by rule (begadkefat), and either
 * elsewhere. Source: the Academy of the Hebrew Language, rules of transcription into Latin letters (2006). Ordered by
 * their frequency in names. Q is K, which no following letter changes.
 */
const AMBIGUOUS_LETTERS: readonly (readonly [letters: RegExp, latin: string])[] = [
  [/(?<=\p{L})ב/gu, 'B'],
  [/(?<=\p{L})[פף]/gu, 'P'],
  [/ח/gu, 'Q'],
  [/(?<=\p{L})[כך]/gu, 'Q'],
  [/(?<!\p{L})י/gu, 'J'],
  [/[צץ]/gu, 'S'],
];
const HARD_LETTERS: readonly (readonly [letters: RegExp, latin: string])[] = [
  [/(?<!\p{L})ב/gu, 'B'],
  [/(?<!\p{L})פ/gu, 'P'],
  [/(?<!\p{L})כ/gu, 'Q'],
];
const HEBREW = /\p{Script=Hebrew}/u;
/** Maximum number of letters read in both ways, which gives eight readings. */
const AMBIGUOUS_LETTERS_MAX = 3;

/** Returns the readings of a name in Hebrew, whose letters have several pronunciations; other names unchanged. */
export function listHebrewReadings(name: string): string[] {
  if (!HEBREW.test(name)) return [name];
  const hardText = HARD_LETTERS.reduce(
    (text, [letters, latin]) => text.replace(letters, latin),
    name,
  );
  const ambiguousLetters = AMBIGUOUS_LETTERS.filter(([letters]) => hardText.search(letters) >= 0);
  return ambiguousLetters
    .slice(0, AMBIGUOUS_LETTERS_MAX)
    .reduce<string[]>(
      (readings, [letters, latin]) => [
        ...readings,
        ...readings.map((reading) => reading.replace(letters, latin)),
      ],
      [hardText],
    );
}
