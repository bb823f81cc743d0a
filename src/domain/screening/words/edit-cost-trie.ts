import { WORD_LENGTH_MAX } from './edit-cost.ts';
import { LetterRows } from './edit-cost-rows.ts';
import { Growing } from './growable-array.ts';
import { EVERY_LETTER, isOfLetters, leastCost, letterBit, letterBits } from './letter-masks.ts';
import { toTenths } from './tenths.ts';

const ROOT = 0;
/** The root is nobody's child, and stands for no letter. */
const NONE = 0;

type Word = { place: number; length: number };
type Sought = { any: number; all: number; length: number; found: number[] };

/**
 * Words as a tree of their letters. Of all that begin alike it is reckoned once what it costs to make them another word, and
 * where the beginning, and the letters that none or all of them have, cost too much by themselves, none of them is looked at.
 */
export class LetterTree {
  readonly #mosts: Uint8Array;
  readonly #rows = new LetterRows();
  readonly #letter = new Growing(Uint8Array);
  readonly #child = new Growing(Uint32Array);
  readonly #sibling = new Growing(Uint32Array);
  /** Of the words that go through a node: the longest length, letters behind it that any of them has, and those that all have. */
  readonly #longest = new Growing(Uint8Array);
  readonly #any = new Growing(Uint32Array);
  readonly #all = new Growing(Uint32Array);
  readonly #words: Word[][] = [];
  /** The letters of a beginning up to each row. */
  readonly #passed = new Int32Array(WORD_LENGTH_MAX + 1);

  /** `costMost`: what two words may cost, the longer of which counts so many letters. */
  constructor(costMost: (length: number) => number) {
    const lengths = Array.from({ length: WORD_LENGTH_MAX + 1 }, (_, length) => length);
    this.#mosts = Uint8Array.from(lengths, (length) => toTenths(costMost(length)));
    this.#makeNode(NONE);
  }

  /** Adds a word, spelt in capital ASCII, which counts so many letters. */
  add(spelt: string, place: number, length: number): void {
    const counted = Math.min(length, WORD_LENGTH_MAX);
    // No more of it is compared.
    const compared = spelt.slice(0, WORD_LENGTH_MAX);
    const isPlain = isOfLetters(compared);
    let node = ROOT;
    for (let at = 0; at < compared.length; at += 1) {
      node = this.#childOf(node, compared.charCodeAt(at));
      this.#longest.values[node] = Math.max(this.#longest.at(node), counted);
      // Other signs may stand for letters that they look like.
      const behind = letterBits(compared.slice(at + 1));
      this.#any.values[node] = this.#any.at(node) | (isPlain ? behind : EVERY_LETTER);
      // One that is doubled costs less than others.
      const alone = behind & ~letterBit(compared.charCodeAt(at));
      this.#all.values[node] = this.#all.at(node) & (isPlain ? alone : 0);
    }
    this.#words[node]?.push({ place, length: counted });
  }

  #childOf(parent: number, letter: number): number {
    const first = this.#child.at(parent);
    for (let node = first; node !== NONE; node = this.#sibling.at(node))
      if (this.#letter.at(node) === letter) return node;
    const made = this.#makeNode(letter);
    this.#sibling.values[made] = first;
    this.#child.values[parent] = made;
    return made;
  }

  #makeNode(letter: number): number {
    const node = this.#words.length;
    this.#letter.push(letter);
    this.#child.push(NONE);
    this.#sibling.push(NONE);
    this.#longest.push(0);
    this.#any.push(0);
    this.#all.push(EVERY_LETTER);
    this.#words.push([]);
    return node;
  }

  /** The places of all words that `editCost` makes this one for what two so long may cost; some may cost more. */
  listNear(spelt: string, length: number): number[] {
    const found: number[] = [];
    const letters = letterBits(spelt);
    const any = isOfLetters(spelt) ? letters : EVERY_LETTER;
    const sought = { all: letters, any, length: Math.min(length, WORD_LENGTH_MAX), found };
    this.#rows.begin(spelt);
    this.#take(ROOT, 0, sought);
    this.#visit(ROOT, 1, sought);
    return found;
  }

  /** All that goes on from a node, the letters of which have rows up to this one. */
  #visit(parent: number, row: number, sought: Sought): void {
    const before = this.#passed[row - 1] ?? 0;
    for (let node = this.#child.at(parent); node !== NONE; node = this.#sibling.at(node)) {
      const letter = this.#letter.at(node);
      const most = this.#mosts[Math.max(this.#longest.at(node), sought.length)] ?? 0;
      this.#passed[row] = before | letterBit(letter);
      if (this.#costApart(node, row, sought) > most) continue;
      if (!this.#rows.fill(row, letter, most)) continue;
      if (this.#rows.costOf(row) <= most) this.#take(node, row, sought);
      if (this.#rows.mayFollow(this.#any.at(node), this.#all.at(node)))
        this.#visit(node, row + 1, sought);
    }
  }

  /** What the letters that only one side has cost at least, whatever else they become. */
  #costApart(node: number, row: number, { any, all }: Sought): number {
    const passed = this.#passed[row] ?? 0;
    const ours = leastCost(all & ~(this.#any.at(node) | passed));
    return Math.max(ours, leastCost((this.#all.at(node) | passed) & ~any));
  }

  #take(node: number, row: number, { length, found }: Sought): void {
    const cost = this.#rows.costOf(row);
    for (const word of this.#words[node] ?? [])
      if (cost <= (this.#mosts[Math.max(word.length, length)] ?? 0)) found.push(word.place);
  }
}
