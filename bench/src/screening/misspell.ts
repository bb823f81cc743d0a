/** Returns a name with one typing or hearing error in one word; undefined when no word is long enough. */
export function misspell(name: string, random: () => number): string | undefined {
  const words = name.split(' ');
  const long = [...words.entries()].filter(([, word]) => /^\p{L}{4,}$/u.test(word));
  const [at, word] = pick(long, random) ?? [];
  const slip = pick(SLIPS, random);
  if (at === undefined || word === undefined || slip === undefined) return undefined;
  const place = 1 + Math.floor(random() * (word.length - 2));
  return words.with(at, slip(word, place)).join(' ');
}

/** Returns a random item; undefined for an empty list. */
export function pick<T>(values: readonly T[], random: () => number): T | undefined {
  return values[Math.floor(random() * values.length)];
}

type Slip = (word: string, place: number) => string;

const ALIKE: Record<string, string> = {
  B: 'V',
  V: 'B',
  S: 'Z',
  Z: 'S',
  C: 'K',
  K: 'C',
  I: 'Y',
  Y: 'I',
  J: 'G',
  G: 'J',
};
const VOWELS = 'AEIOU';

const SLIPS: readonly Slip[] = [
  // Two neighbours change places.
  (word, place) =>
    splice(word, { place, cut: 2, put: (word[place + 1] ?? '') + (word[place] ?? '') }),
  // A letter is left out, comes twice, or is another one.
  (word, place) => splice(word, { place, cut: 1, put: '' }),
  (word, place) => splice(word, { place, cut: 0, put: word[place] ?? '' }),
  (word, place) =>
    splice(word, {
      place,
      cut: 1,
      put: 'QWERTYUIOPASDFGHJKLZXCVBNM'[(word.charCodeAt(place) * 7) % 26] ?? '',
    }),
  // Letters that sound alike.
  (word, place) =>
    splice(word, {
      place,
      cut: 1,
      put: ALIKE[word[place]?.toUpperCase() ?? ''] ?? word[place] ?? '',
    }),
  // A vowel is another one.
  (word, place) => {
    const found = Array.from(word).findIndex(
      (letter, at) => at >= place && VOWELS.includes(letter),
    );
    const vowel = VOWELS.indexOf(word[found] ?? '');
    return found === -1
      ? splice(word, { place, cut: 1, put: '' })
      : splice(word, { place: found, cut: 1, put: VOWELS[(vowel + 1) % VOWELS.length] ?? '' });
  },
];

function splice(
  word: string,
  { place, cut, put }: { place: number; cut: number; put: string },
): string {
  return word.slice(0, place) + put + word.slice(place + cut);
}
