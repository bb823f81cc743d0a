import { addTo } from '../../shared/multimap.ts';
import { GrowableArray } from '../edit-distance/growable-array.ts';
import { canJoin, type RunLengths, toLengthMask } from '../names/run-lengths.ts';
import { GenerationCache } from '../words/generation-cache.ts';
import { type NameToken, toTokenKey } from '../words/name-token.ts';
import {
  AFFIX_LENGTH_MAX,
  isWholeWord,
  listAffixes,
  mayBeConcatenation,
  measureWord,
  type WordLengths,
} from '../words/word-affixes.ts';
import { compareTokens, type TokenSimilarity } from './compare-tokens.ts';
import { SimilarTokenFinder } from './similar-token-finder.ts';

/** Approximate maximum size of one cache generation in bytes; there are two generations. */
const CACHE_BYTES_MAX = 48 * 2 ** 20;
const NO_POSTINGS: Postings = { nameIndexes: [], significantWeights: [], all: [] };
/** Estimated sizes in bytes: of a cached result, and of each similar word and each posting in it. */
const ENTRY_BYTES = 300;
const SIMILAR_TOKEN_BYTES = 64;
const POSTING_BYTES = 8;

/**
 * Occurrence of a word in a name: the word's weight there, 0 when it may be missing without penalty, and the lengths
 * of the runs it is in.
 */
export type Posting = RunLengths & { nameIndex: number; significantWeight: number };

/** Postings of a word as parallel arrays, the most frequently read data; equal positions belong to one name. */
export type Postings = { nameIndexes: number[]; significantWeights: number[]; all: Posting[] };

/** Similar word, with its similarity and its lowest edit cost. */
export type SimilarToken = TokenSimilarity & { tokenId: number };

/**
 * Matches of a word: similar words, best first; occurrences of words that are parts of it; and longer words of which
 * it may be a part.
 */
export type TokenCandidates = {
  similar: readonly SimilarToken[];
  joined: readonly Posting[];
  joining: Uint32Array;
};

type WordPart = { tokenId: number; length: number; isPrefix: boolean; isSuffix: boolean };

/**
 * Index of the distinct words of many names that returns those which scoring may pair with a given word. Complete
 * except for concatenations in which both ends have a consonant that sounds different. Results are cached because
 * words recur.
 */
export class TokenIndex {
  readonly #tokens: NameToken[] = [];
  readonly #lengths: WordLengths[] = [];
  /** Lengths of runs that may match each word, as masks. */
  readonly #joinableLengths = new GrowableArray(Uint32Array);
  readonly #finder = new SimilarTokenFinder();
  readonly #idByKey = new Map<string, number>();
  readonly #byAffix = new Map<string, number[]>();
  /** Words by affixes that cover the whole word. */
  readonly #byWholeWordAffix = new Map<string, number[]>();
  readonly #postings: Postings[] = [];
  readonly #cache = [
    new GenerationCache<TokenCandidates>(CACHE_BYTES_MAX),
    new GenerationCache<TokenCandidates>(CACHE_BYTES_MAX),
  ] as const;

  /** Adds an occurrence of a word. All words must be added before the first search, because results are cached. */
  add(token: NameToken, posting: Posting): void {
    const key = toTokenKey(token);
    const tokenId = this.#idByKey.get(key) ?? this.#addToken(key, token);
    const postings = this.getPostings(tokenId);
    postings.nameIndexes.push(posting.nameIndex);
    postings.significantWeights.push(posting.significantWeight);
    postings.all.push(posting);
  }

  #addToken(key: string, token: NameToken): number {
    const tokenId = this.#tokens.length;
    const lengths = measureWord(token);
    this.#idByKey.set(key, tokenId);
    this.#tokens.push(token);
    this.#postings.push({ nameIndexes: [], significantWeights: [], all: [] });
    this.#finder.add(token, tokenId);
    this.#lengths.push(lengths);
    this.#joinableLengths.push(toLengthMask(lengths.length));
    for (const affix of listAffixes(token)) {
      addTo(this.#byAffix, affix.key, tokenId);
      if (isWholeWord(lengths, affix)) addTo(this.#byWholeWordAffix, affix.key, tokenId);
    }
    return tokenId;
  }

  /** Returns the occurrences of a word. */
  getPostings(tokenId: number): Postings {
    return this.#postings[tokenId] ?? NO_POSTINGS;
  }

  /** Returns the matches of a word. `hasVowels` is true when both sides are written with vowels or both without. */
  findCandidates(token: NameToken, hasVowels: boolean): TokenCandidates {
    const cache = this.#cache[hasVowels ? 1 : 0];
    const key = toTokenKey(token);
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const candidates = { similar: this.#listSimilar(token, hasVowels), ...this.#listJoined(token) };
    cache.set(key, candidates, estimateBytes(candidates));
    return candidates;
  }

  #listSimilar(token: NameToken, hasVowels: boolean): readonly SimilarToken[] {
    const similar: SimilarToken[] = [];
    for (const tokenId of this.#finder.listSimilar(token, hasVowels)) {
      const otherToken = this.#tokens[tokenId];
      const match =
        otherToken === undefined ? undefined : compareTokens(token, otherToken, hasVowels);
      if (match !== undefined) similar.push({ tokenId, ...match });
    }
    return similar.toSorted((a, b) => b.similarity - a.similarity);
  }

  #listJoined(token: NameToken): Pick<TokenCandidates, 'joined' | 'joining'> {
    const { length } = token.text;
    const lengthMask = toLengthMask(length);
    const joined: Posting[] = [];
    const joining: number[] = [];
    for (const part of this.#listParts(token)) {
      if (part.length > length) joining.push(packPart(part));
      else
        joined.push(
          ...this.getPostings(part.tokenId).all.filter((runs) => canJoin(runs, part, lengthMask)),
        );
    }
    return { joined, joining: Uint32Array.from(joining) };
  }

  /** Yields the longer words of which the word may be a part, given the lengths of its runs. */
  *listJoining({ joining }: TokenCandidates, runs: RunLengths): Generator<number, void> {
    if ((runs.starts | runs.ends) === 0) return;
    for (let index = 0; index < joining.length; index += 1) {
      const packedPart = joining[index] ?? 0;
      const tokenId = packedPart >>> FLAG_BITS;
      const part = { isPrefix: (packedPart & PREFIX) !== 0, isSuffix: (packedPart & SUFFIX) !== 0 };
      if (canJoin(runs, part, this.#joinableLengths.get(tokenId))) yield tokenId;
    }
  }

  #listParts(token: NameToken): Iterable<WordPart> {
    const lengths = measureWord(token);
    const parts = new Map<number, WordPart>();
    for (const affix of listAffixes(token)) {
      const { isPrefix } = affix;
      // Shorter affixes identify only words that they cover entirely.
      const tokenIds =
        isWholeWord(lengths, affix) || affix.length === AFFIX_LENGTH_MAX
          ? this.#byAffix
          : this.#byWholeWordAffix;
      for (const tokenId of tokenIds.get(affix.key) ?? []) {
        const otherLengths = this.#lengths[tokenId];
        if (otherLengths === undefined || !mayBeConcatenation(lengths, otherLengths, affix))
          continue;
        const part = parts.get(tokenId) ?? {
          tokenId,
          length: otherLengths.length,
          isPrefix,
          isSuffix: !isPrefix,
        };
        if (isPrefix) part.isPrefix = true;
        else part.isSuffix = true;
        parts.set(tokenId, part);
      }
    }
    return parts.values();
  }
}

/** Packs a token id with two flags: shared prefix, shared suffix. */
function packPart({ tokenId, isPrefix, isSuffix }: WordPart): number {
  return (tokenId << FLAG_BITS) | (isPrefix ? PREFIX : 0) | (isSuffix ? SUFFIX : 0);
}

/** Number of flag bits below the token id, and the flags. */
const FLAG_BITS = 2;
const PREFIX = 1;
const SUFFIX = 2;

/** Estimates the size of a cached result. */
function estimateBytes({ similar, joined, joining }: TokenCandidates): number {
  return (
    ENTRY_BYTES +
    similar.length * SIMILAR_TOKEN_BYTES +
    joined.length * POSTING_BYTES +
    joining.byteLength
  );
}
