import { WORD_LENGTH_MAX } from './edit-cost.ts';
import { EditCostRows } from './edit-cost-rows.ts';
import { GrowableArray } from './growable-array.ts';
import {
  ALL_LETTERS,
  computeCostMin,
  hasOnlyLetters,
  toAlphabetMask,
  toLetterBit,
} from './letter-masks.ts';
import { toTenths } from './tenths.ts';

const ROOT = 0;
/** Node id 0 is the root, which is never a child or sibling, so that it also means "no node". */
const NO_NODE = 0;

type TrieWord = { id: number; length: number };
type TrieQuery = { allowedLetters: number; letters: number; length: number; ids: number[] };

/**
 * Trie for edit-distance search. The cost of a prefix is computed once for all words that share it, and a branch is
 * skipped when its prefix, or the letters that none or all of its words have, already exceed the maximum cost.
 */
export class EditCostTrie {
  readonly #costMaxByLength: Uint8Array;
  readonly #rows = new EditCostRows();
  readonly #letter = new GrowableArray(Uint8Array);
  readonly #child = new GrowableArray(Uint32Array);
  readonly #sibling = new GrowableArray(Uint32Array);
  /**
   * Per node, for the words below it: longest length, letters that any of them has after the node, and letters that
   * all of them have.
   */
  readonly #lengthMax = new GrowableArray(Uint8Array);
  readonly #anyLetters = new GrowableArray(Uint32Array);
  readonly #allLetters = new GrowableArray(Uint32Array);
  readonly #words: TrieWord[][] = [];
  /** Mask of the letters of the current prefix, per row. */
  readonly #prefixLetters = new Int32Array(WORD_LENGTH_MAX + 1);

  /** `getCostMax` returns the maximum cost of two words, given the length of the longer one. */
  constructor(getCostMax: (length: number) => number) {
    const lengths = Array.from({ length: WORD_LENGTH_MAX + 1 }, (_, length) => length);
    this.#costMaxByLength = Uint8Array.from(lengths, (length) => toTenths(getCostMax(length)));
    this.#createNode(NO_NODE);
  }

  /** Adds a word in capital ASCII. `length` is the length that determines its maximum cost. */
  add(word: string, id: number, length: number): void {
    const countedLength = Math.min(length, WORD_LENGTH_MAX);
    const comparedLetters = word.slice(0, WORD_LENGTH_MAX);
    const isLettersOnly = hasOnlyLetters(comparedLetters);
    let node = ROOT;
    for (let index = 0; index < comparedLetters.length; index += 1) {
      node = this.#getOrCreateChild(node, comparedLetters.charCodeAt(index));
      this.#lengthMax.values[node] = Math.max(this.#lengthMax.get(node), countedLength);
      // Other characters may substitute the letters that they look like.
      const remainingLetters = toAlphabetMask(comparedLetters.slice(index + 1));
      this.#anyLetters.values[node] =
        this.#anyLetters.get(node) | (isLettersOnly ? remainingLetters : ALL_LETTERS);
      // A repeated letter costs less than others, so that it is not counted.
      const lettersAhead = remainingLetters & ~toLetterBit(comparedLetters.charCodeAt(index));
      this.#allLetters.values[node] =
        this.#allLetters.get(node) & (isLettersOnly ? lettersAhead : 0);
    }
    this.#words[node]?.push({ id, length: countedLength });
  }

  #getOrCreateChild(parent: number, letter: number): number {
    const firstChild = this.#child.get(parent);
    for (let node = firstChild; node !== NO_NODE; node = this.#sibling.get(node))
      if (this.#letter.get(node) === letter) return node;
    const child = this.#createNode(letter);
    this.#sibling.values[child] = firstChild;
    this.#child.values[parent] = child;
    return child;
  }

  #createNode(letter: number): number {
    const node = this.#words.length;
    this.#letter.push(letter);
    this.#child.push(NO_NODE);
    this.#sibling.push(NO_NODE);
    this.#lengthMax.push(0);
    this.#anyLetters.push(0);
    this.#allLetters.push(ALL_LETTERS);
    this.#words.push([]);
    return node;
  }

  /** Returns the ids of all words within the maximum edit cost, and possibly of some above it. */
  listSimilar(word: string, length: number): number[] {
    const ids: number[] = [];
    const letters = toAlphabetMask(word);
    const allowedLetters = hasOnlyLetters(word) ? letters : ALL_LETTERS;
    const query = { letters, allowedLetters, length: Math.min(length, WORD_LENGTH_MAX), ids };
    this.#rows.setWord(word);
    this.#collect(ROOT, 0, query);
    this.#visit(ROOT, 1, query);
    return ids;
  }

  /** Visits the children of a node whose prefix has rows up to the previous one. */
  #visit(parent: number, row: number, query: TrieQuery): void {
    const passedLetters = this.#prefixLetters[row - 1] ?? 0;
    for (let node = this.#child.get(parent); node !== NO_NODE; node = this.#sibling.get(node)) {
      const letter = this.#letter.get(node);
      const costMax = this.#costMaxByLength[Math.max(this.#lengthMax.get(node), query.length)] ?? 0;
      this.#prefixLetters[row] = passedLetters | toLetterBit(letter);
      if (this.#getMissingCostMin(node, row, query) > costMax) continue;
      if (!this.#rows.fillRow(row, letter, costMax)) continue;
      if (this.#rows.getCost(row) <= costMax) this.#collect(node, row, query);
      if (this.#rows.canContinue(this.#anyLetters.get(node), this.#allLetters.get(node)))
        this.#visit(node, row + 1, query);
    }
  }

  /** Returns a lower bound of the cost of the letters that only one side has. */
  #getMissingCostMin(node: number, row: number, { allowedLetters, letters }: TrieQuery): number {
    const passedLetters = this.#prefixLetters[row] ?? 0;
    const missingCost = computeCostMin(letters & ~(this.#anyLetters.get(node) | passedLetters));
    return Math.max(
      missingCost,
      computeCostMin((this.#allLetters.get(node) | passedLetters) & ~allowedLetters),
    );
  }

  #collect(node: number, row: number, { length, ids }: TrieQuery): void {
    const cost = this.#rows.getCost(row);
    for (const word of this.#words[node] ?? [])
      if (cost <= (this.#costMaxByLength[Math.max(word.length, length)] ?? 0)) ids.push(word.id);
  }
}
