import { COST_MOST, compareWords, costMost, LIKENESS_LEAST, OF_FOLDING } from './compare-words.ts';
import { editCost } from './edit-cost.ts';
import { letterBits, mayCost } from './letters-apart.ts';
import type { NameToken } from './name-token.ts';
import { SLIPS_MOST } from './score-letters.ts';

/** Ends of words by which one may be a part of what the other joins. */
const END_LENGTH = 3;
/** What is remembered of which words are like others: so many in all. */
const KEPT_MOST = 2_000_000;

/** How long a word is and how many consonants it has, and its letters in three ways of writing it. */
type Spelt = {
  length: number;
  consonants: number;
  text: number;
  sound: number;
  skeleton: number;
};

/**
 * The words of many names, each once, and which of them scoring may put beside another: no fewer than it does, but where both
 * ends of words that are joined have another consonant, which no ear takes for the one that it was. Words come again and again, and what was
 * found of one is kept.
 */
export class WordBook {
  readonly #tokens: NameToken[] = [];
  readonly #spelt: Spelt[] = [];
  readonly #places = new Map<string, number>();
  readonly #byEnd = new Map<string, number[]>();
  /** Nicknames, initials and what has digits: their letters tell nothing. */
  readonly #special: number[] = [];
  readonly #known = [new Map<string, readonly number[]>(), new Map<string, readonly number[]>()];
  #kept = 0;

  /** The place of a word, which is added where it is not there. */
  add(token: NameToken): number {
    const id = idOf(token);
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const place = this.#tokens.length;
    this.#places.set(id, place);
    this.#tokens.push(token);
    this.#spelt.push(spell(token));
    if (isSpecial(token)) this.#special.push(place);
    for (const { key } of endsOf(token)) {
      const places = this.#byEnd.get(key);
      if (places === undefined) this.#byEnd.set(key, [place]);
      else places.push(place);
    }
    return place;
  }

  /** The places of all words that may stand for this one; `hasVowels`: whether both are written with or without. */
  likeOf(token: NameToken, hasVowels: boolean): readonly number[] {
    const known = this.#known[hasVowels ? 1 : 0] ?? new Map<string, readonly number[]>();
    const id = idOf(token);
    const kept = known.get(id);
    if (kept !== undefined) return kept;
    const found = this.#find(token, hasVowels);
    if (this.#kept > KEPT_MOST) {
      for (const one of this.#known) one.clear();
      this.#kept = 0;
    }
    this.#kept += found.length + 1;
    known.set(id, found);
    return found;
  }

  #find(token: NameToken, hasVowels: boolean): readonly number[] {
    const tokens = this.#tokens;
    const near = isSpecial(token) ? [...tokens.keys()] : this.#listNear(spell(token), hasVowels);
    const alike = [...near, ...this.#special].filter((place) => {
      const other = tokens[place];
      return other !== undefined && areAlike(token, other, hasVowels);
    });
    return [...new Set([...alike, ...this.#listJoined(token)])];
  }

  #listJoined(token: NameToken): number[] {
    const own = spell(token);
    return endsOf(token).flatMap((end) =>
      (this.#byEnd.get(end.key) ?? []).filter((place) => {
        const other = this.#spelt[place];
        return other !== undefined && mayBeJoined(own, other, end);
      }),
    );
  }

  /** Those whose letters leave it open that they are alike; most words are told apart by them. */
  #listNear(own: Spelt, hasVowels: boolean): number[] {
    const near: number[] = [];
    for (let place = 0; place < this.#spelt.length; place += 1) {
      const other = this.#spelt[place];
      if (other !== undefined && isNear(own, other, hasVowels)) near.push(place);
    }
    return near;
  }
}

/** Numbers and initials are compared otherwise than words that are written alike. */
function idOf({ kind, text }: NameToken): string {
  return kind === 'number' || kind === 'initial' ? `${kind} ${text}` : text;
}

function spell(token: NameToken): Spelt {
  const { text, sound, skeleton } = token;
  const bits = { text: letterBits(text), sound: letterBits(sound), skeleton: letterBits(skeleton) };
  return { length: text.length, consonants: consonantsOf(token).length, ...bits };
}

function isNear(one: Spelt, other: Spelt, hasVowels: boolean): boolean {
  if (!hasVowels) return mayCost(one.skeleton, other.skeleton, COST_MOST);
  const ofWords = costMost(Math.max(one.length, other.length));
  if (mayCost(one.text, other.text, Math.max(ofWords, SLIPS_MOST))) return true;
  const isPlain = one.sound === one.text && other.sound === other.text;
  return !isPlain && mayCost(one.sound, other.sound, ofWords - OF_FOLDING);
}

/** What stands for words that are spelt otherwise, or has signs that are no letters. */
function isSpecial({ kind, long, text }: NameToken): boolean {
  return kind === 'initial' || long !== undefined || /[^A-Z]/.test(text);
}

/** As scoring has it: by words, or by the letters of one that is left over on each side. */
function areAlike(one: NameToken, other: NameToken, hasVowels: boolean): boolean {
  if (compareWords(one, other, hasVowels).likeness >= LIKENESS_LEAST) return true;
  return hasVowels && editCost(one.text, other.text, SLIPS_MOST) <= SLIPS_MOST;
}

/** One of them may be the other and a word besides: they begin or end with the same letters, so many as can be told. */
function mayBeJoined(one: Spelt, other: Spelt, { length, isHeard }: End): boolean {
  if (one.length === other.length) return false;
  const least = isHeard
    ? Math.min(one.length, other.length)
    : Math.min(one.consonants, other.consonants);
  return length === Math.min(END_LENGTH, least);
}

/** Letters that sound alike at ends of words stand for one: VILLA GOMEZ is BILLAGOMES too. */
const HEARD_ALIKE: ReadonlyMap<string, string> = new Map([
  ['V', 'B'],
  ['W', 'B'],
  ['Z', 'S'],
  ['X', 'S'],
  ['K', 'C'],
  ['Q', 'C'],
  ['Y', 'I'],
  ['J', 'G'],
]);

/** The first or the last letters of a word, as they are heard, or of its consonants. */
type End = { key: string; length: number; isHeard: boolean };

/** By consonants too, for vowels and H come and go. */
function endsOf(token: NameToken): End[] {
  const heard = token.text.replace(/[VWZXKQYJ]/g, (letter) => HEARD_ALIKE.get(letter) ?? letter);
  const byConsonants = endsUpTo(consonantsOf(token), CONSONANTS_LEAST, false);
  return [...endsUpTo(heard, 1, true), ...byConsonants];
}

/** One alone is nearly every word's. */
const CONSONANTS_LEAST = 2;

function consonantsOf({ skeleton }: NameToken): string {
  return skeleton.replace(/^A/, '').replaceAll('V', 'B');
}

function endsUpTo(letters: string, least: number, isHeard: boolean): End[] {
  const ends: End[] = [];
  const way = isHeard ? '' : '*';
  for (let length = least; length <= Math.min(END_LENGTH, letters.length); length += 1) {
    ends.push({ key: `${way}${letters.slice(0, length)}-`, length, isHeard });
    ends.push({ key: `${way}-${letters.slice(-length)}`, length, isHeard });
  }
  return ends;
}
