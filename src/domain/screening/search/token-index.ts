import { addTo } from '../../shared/multimap.ts';
import { lengthsNear, mayJoin, type RunLengths } from '../names/run-lengths.ts';
import { SLIPS_MOST } from '../names/score-letters.ts';
import { compareWords, LIKENESS_LEAST } from '../words/compare-words.ts';
import { editCost } from '../words/edit-cost.ts';
import { Kept } from '../words/generation-cache.ts';
import { Growing } from '../words/growable-array.ts';
import type { NameToken } from '../words/name-token.ts';
import {
  END_LENGTH,
  type Ended,
  endedOf,
  endsOf,
  isWhole,
  mayBeJoined,
} from '../words/word-affixes.ts';
import { LikeFinder } from './similar-token-finder.ts';

/** What is remembered of which words are like others: twice so many bytes, or nearly. */
const KEPT_MOST = 48 * 2 ** 20;
const NOWHERE: Postings = { at: [], bearing: [], all: [] };
const OF_WORD = 300;
const OF_LIKE = 64;
const OF_JOINED = 8;

/** A name that a word stands in, what the word weighs there, 0 for one that is not missed, and what it may be joined with. */
export type Posting = RunLengths & { at: number; bearing: number };

/** Postings of a word, for they are gone through more often than anything else: what stands at one place is of one name. */
export type Postings = { at: number[]; bearing: number[]; all: Posting[] };

/** A word that may stand for another: how alike they are at most, and what the slips between them cost at least. */
export type Like = { word: number; likeness: number; cost: number };

/** All words that may stand for one, the likest first, names in which some are joined in it, and longer words that may join it. */
export type Likes = { likes: readonly Like[]; joined: readonly Posting[]; joining: Uint32Array };

type Part = { word: number; length: number; isStart: boolean; isEnd: boolean };

/**
 * The words of many names, each once, and which of them scoring may put beside another: no fewer than it does, but where both
 * ends of words that are joined have another consonant, which no ear takes for the one that it was. Words come again and again,
 * and what was found of one is kept.
 */
export class WordBook {
  readonly #tokens: NameToken[] = [];
  readonly #ended: Ended[] = [];
  /** How long words are together that a word may join. */
  readonly #near = new Growing(Uint32Array);
  readonly #finder = new LikeFinder();
  readonly #places = new Map<string, number>();
  readonly #byEnd = new Map<string, number[]>();
  /** By ends that are all of a word. */
  readonly #byWholeEnd = new Map<string, number[]>();
  readonly #postings: Postings[] = [];
  readonly #known = [new Kept<Likes>(KEPT_MOST), new Kept<Likes>(KEPT_MOST)] as const;

  /** Adds a word and where it stands: all are added before the first is looked for, since what was found is kept. */
  add(token: NameToken, posting: Posting): void {
    const id = idOf(token);
    const place = this.#places.get(id) ?? this.#addWord(id, token);
    const postings = this.postingsOf(place);
    postings.at.push(posting.at);
    postings.bearing.push(posting.bearing);
    postings.all.push(posting);
  }

  #addWord(id: string, token: NameToken): number {
    const place = this.#tokens.length;
    const ended = endedOf(token);
    this.#places.set(id, place);
    this.#tokens.push(token);
    this.#postings.push({ at: [], bearing: [], all: [] });
    this.#finder.add(token, place);
    this.#ended.push(ended);
    this.#near.push(lengthsNear(ended.length));
    for (const end of endsOf(token)) {
      addTo(this.#byEnd, end.key, place);
      if (isWhole(ended, end)) addTo(this.#byWholeEnd, end.key, place);
    }
    return place;
  }

  /** Where a word stands. */
  postingsOf(word: number): Postings {
    return this.#postings[word] ?? NOWHERE;
  }

  /** `hasVowels`: whether both are written with or without. */
  likesOf(token: NameToken, hasVowels: boolean): Likes {
    const known = this.#known[hasVowels ? 1 : 0];
    const id = idOf(token);
    const kept = known.get(id);
    if (kept !== undefined) return kept;
    const found = { likes: this.#listLikes(token, hasVowels), ...this.#listJoined(token) };
    known.set(id, found, sizeOf(found));
    return found;
  }

  #listLikes(token: NameToken, hasVowels: boolean): readonly Like[] {
    const found: Like[] = [];
    for (const word of this.#finder.listLike(token, hasVowels)) {
      const other = this.#tokens[word];
      const like = other === undefined ? undefined : compare(token, other, hasVowels);
      if (like !== undefined) found.push({ word, ...like });
    }
    return found.toSorted((a, b) => b.likeness - a.likeness);
  }

  #listJoined(token: NameToken): Pick<Likes, 'joined' | 'joining'> {
    const { length } = token.text;
    const own = lengthsNear(length);
    const joined: Posting[] = [];
    const joining: number[] = [];
    for (const part of this.#listParts(token)) {
      if (part.length > length) joining.push(pack(part));
      else
        joined.push(...this.postingsOf(part.word).all.filter((runs) => mayJoin(runs, part, own)));
    }
    return { joined, joining: Uint32Array.from(joining) };
  }

  /** The longer words that may join one that stands so among others. */
  *listJoining({ joining }: Likes, runs: RunLengths): Generator<number, void> {
    if ((runs.starts | runs.ends) === 0) return;
    for (let at = 0; at < joining.length; at += 1) {
      const packed = joining[at] ?? 0;
      const word = packed >>> SIDES;
      const part = { isStart: (packed & STARTS) !== 0, isEnd: (packed & ENDS) !== 0 };
      if (mayJoin(runs, part, this.#near.at(word))) yield word;
    }
  }

  #listParts(token: NameToken): Iterable<Part> {
    const own = endedOf(token);
    const parts = new Map<number, Part>();
    for (const end of endsOf(token)) {
      const { isStart } = end;
      // Ends shorter than they are told by are ends of those only that have no more letters.
      const words = isWhole(own, end) || end.length === END_LENGTH ? this.#byEnd : this.#byWholeEnd;
      for (const word of words.get(end.key) ?? []) {
        const other = this.#ended[word];
        if (other === undefined || !mayBeJoined(own, other, end)) continue;
        const part = parts.get(word) ?? { word, length: other.length, isStart, isEnd: !isStart };
        if (isStart) part.isStart = true;
        else part.isEnd = true;
        parts.set(word, part);
      }
    }
    return parts.values();
  }
}

/** The word, and by which sides it begins or ends like the other. */
function pack({ word, isStart, isEnd }: Part): number {
  return (word << SIDES) | (isStart ? STARTS : 0) | (isEnd ? ENDS : 0);
}

const SIDES = 2;
const STARTS = 1;
const ENDS = 2;

/** In bytes, or nearly. */
function sizeOf({ likes, joined, joining }: Likes): number {
  return OF_WORD + likes.length * OF_LIKE + joined.length * OF_JOINED + joining.byteLength;
}

/** Numbers and initials are compared otherwise than words that are written alike. */
function idOf({ kind, text }: NameToken): string {
  return kind === 'number' || kind === 'initial' ? `${kind} ${text}` : text;
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
