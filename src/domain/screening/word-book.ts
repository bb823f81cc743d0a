import { COST_MOST, compareWords, costMost, LIKENESS_LEAST, OF_FOLDING } from './compare-words.ts';
import { editCost } from './edit-cost.ts';
import { Growing } from './growing.ts';
import { letterBits, mayCost } from './letters-apart.ts';
import type { NameToken } from './name-token.ts';
import { SLIPS_MOST } from './score-letters.ts';
import { type Ended, endedOf, endsOf, mayBeJoined } from './word-ends.ts';

/** What is remembered of which words are like others: so many in all. */
const KEPT_MOST = 1_000_000;

/** How long a word is, and its letters in three ways of writing it. */
type Spelt = { length: number; text: number; sound: number; skeleton: number };

/** A word that may stand for another: how alike they are at most, and what the slips between them cost at least. */
export type Like = { word: number; likeness: number; cost: number };

/** A word that may be a part of another, of so many letters, which begins or ends like it; or the other of it. */
export type Part = { word: number; length: number; isStart: boolean; isEnd: boolean };

/** All words that may stand for one, the likest first, and those that may join it with its neighbours or are joined in it. */
export type Likes = { likes: readonly Like[]; parts: readonly Part[] };

/**
 * The words of many names, each once, and which of them scoring may put beside another: no fewer than it does, but where both
 * ends of words that are joined have another consonant, which no ear takes for the one that it was. Words come again and again,
 * and what was found of one is kept.
 */
export class WordBook {
  readonly #tokens: NameToken[] = [];
  readonly #ended: Ended[] = [];
  readonly #length = new Growing(Uint32Array);
  readonly #text = new Growing(Uint32Array);
  readonly #sound = new Growing(Uint32Array);
  readonly #skeleton = new Growing(Uint32Array);
  readonly #places = new Map<string, number>();
  readonly #byEnd = new Map<string, number[]>();
  /** Nicknames, initials and what has digits: their letters tell nothing. */
  readonly #special: number[] = [];
  readonly #known = [new Map<string, Likes>(), new Map<string, Likes>()];
  #kept = 0;

  /** The place of a word, which is added where it is not there. */
  add(token: NameToken): number {
    const id = idOf(token);
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const place = this.#tokens.length;
    this.#places.set(id, place);
    this.#tokens.push(token);
    const { length, text, sound, skeleton } = spell(token);
    this.#length.push(length);
    this.#text.push(text);
    this.#sound.push(sound);
    this.#skeleton.push(skeleton);
    if (isSpecial(token)) this.#special.push(place);
    this.#ended.push(endedOf(token));
    for (const { key } of endsOf(token)) {
      const places = this.#byEnd.get(key);
      if (places === undefined) this.#byEnd.set(key, [place]);
      else places.push(place);
    }
    return place;
  }

  /** `hasVowels`: whether both are written with or without. */
  likesOf(token: NameToken, hasVowels: boolean): Likes {
    const known = this.#known[hasVowels ? 1 : 0] ?? new Map<string, Likes>();
    const id = idOf(token);
    const kept = known.get(id);
    if (kept !== undefined) return kept;
    const found = {
      likes: this.#listLikes(token, hasVowels),
      parts: this.#listParts(token),
    };
    if (this.#kept > KEPT_MOST) {
      for (const one of this.#known) one.clear();
      this.#kept = 0;
    }
    this.#kept += found.likes.length + found.parts.length + 1;
    known.set(id, found);
    return found;
  }

  #listLikes(token: NameToken, hasVowels: boolean): readonly Like[] {
    const found: Like[] = [];
    const near = isSpecial(token) ? this.#tokens.keys() : this.#listNear(spell(token), hasVowels);
    for (const word of new Set([...near, ...this.#special])) {
      const other = this.#tokens[word];
      const like = other === undefined ? undefined : compare(token, other, hasVowels);
      if (like !== undefined) found.push({ word, ...like });
    }
    return found.toSorted((a, b) => b.likeness - a.likeness);
  }

  #listParts(token: NameToken): readonly Part[] {
    const own = endedOf(token);
    const parts = new Map<number, Part>();
    for (const end of endsOf(token)) {
      const { isStart } = end;
      for (const word of this.#byEnd.get(end.key) ?? []) {
        const other = this.#ended[word];
        if (other === undefined || !mayBeJoined(own, other, end)) continue;
        const part = parts.get(word) ?? { word, length: other.length, isStart, isEnd: !isStart };
        if (isStart) part.isStart = true;
        else part.isEnd = true;
        parts.set(word, part);
      }
    }
    return [...parts.values()];
  }

  /** Those whose letters leave it open that they are alike; most words are told apart by them. */
  #listNear(own: Spelt, hasVowels: boolean): number[] {
    const near: number[] = [];
    for (let place = 0; place < this.#tokens.length; place += 1)
      if (hasVowels ? this.#isNear(own, place) : this.#isNearWithout(own, place)) near.push(place);
    return near;
  }

  #isNear(own: Spelt, place: number): boolean {
    const most = costMost(Math.max(own.length, this.#length.at(place)));
    if (mayCost(own.text, this.#text.at(place), Math.max(most, SLIPS_MOST))) return true;
    return mayCost(own.sound, this.#sound.at(place), most - OF_FOLDING);
  }

  /** Where one of them is written without vowels. */
  #isNearWithout(own: Spelt, place: number): boolean {
    return mayCost(own.skeleton, this.#skeleton.at(place), COST_MOST);
  }
}

/** Numbers and initials are compared otherwise than words that are written alike. */
function idOf({ kind, text }: NameToken): string {
  return kind === 'number' || kind === 'initial' ? `${kind} ${text}` : text;
}

function spell({ text, sound, skeleton }: NameToken): Spelt {
  const bits = { text: letterBits(text), sound: letterBits(sound), skeleton: letterBits(skeleton) };
  return { length: text.length, ...bits };
}

/** What stands for words that are spelt otherwise, or has signs that are no letters. */
function isSpecial({ kind, long, text }: NameToken): boolean {
  return kind === 'initial' || long !== undefined || /[^A-Z]/.test(text);
}

/** As scoring has it: by words, or by the letters of one that is left over on each side; undefined where by neither. */
function compare(
  one: NameToken,
  other: NameToken,
  hasVowels: boolean,
): Omit<Like, 'word'> | undefined {
  const { likeness, cost, effect } = compareWords(one, other, hasVowels);
  // What sounds the same or stands for the other may be no slip at all as it is written.
  if (likeness >= LIKENESS_LEAST) return { likeness, cost: effect === 'spelling' ? cost : 0 };
  if (!hasVowels) return undefined;
  const slips = editCost(one.text, other.text, SLIPS_MOST);
  return slips <= SLIPS_MOST ? { likeness: 0, cost: slips } : undefined;
}
