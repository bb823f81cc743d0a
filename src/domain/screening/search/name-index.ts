import type { TextTable } from '../words/text-table.ts';

/**
 * The names of a list, and which of them have each key: an inverted index in flat arrays, which lie outside V8's heap. Names
 * are known by their places in it.
 */
export type NameIndex = {
  /** How many names there are. */
  size: number;
  entryIds: Float64Array;
  /** Places in PARTY_TYPES of lists. */
  partyTypes: Uint8Array;
  keysCounts: Uint8Array;
  names: TextTable;
  keys: KeyTable;
  /** Where the names of each key begin in `postings`, and where the last one's end. */
  offsets: Uint32Array;
  /** The places of names, those of one key together and in order. */
  postings: Uint32Array;
  /** The words that names have at a glance (`wordsOf`). */
  words: TextTable;
  /** Where the words of each name begin in `wordPlaces`, and where the last one's end. */
  wordStarts: Uint32Array;
  /** Places of words; `UNREADABLE` for a name in a script that is not read at a glance. */
  wordPlaces: Uint32Array;
  /** What all of it takes. */
  bytes: number;
};

export const UNREADABLE = 0xff_ff_ff_ff;

/** Hashes of keys, each with its place: open tables by the first bits of a hash, half of each empty at least. */
type KeyTable = {
  hashes: Uint32Array;
  /** Of each table places plus 1; 0 where there is none. */
  slots: Uint32Array[];
};

const TABLE_BITS = 6;
/** Any one of so many is made wider in a millisecond or so; one of all keys would hold the loop for tens of them. */
export const TABLES: number = 2 ** TABLE_BITS;

/** Which of the tables a hash stands in. */
export function tableOf(hash: number): number {
  return hash >>> (32 - TABLE_BITS);
}

/** Keys come joined by this, which is in none of them. */
export const KEY_SEPARATOR = '\u001F';

const NO_NAMES = new Uint32Array(0);

/** The places of the names that have a key; of another one too where their hashes are the same. */
export function placesOf(index: NameIndex, key: string): Uint32Array {
  const { hashes, slots } = index.keys;
  const hash = hashKey(key, 0, key.length);
  const table = slots[tableOf(hash)] ?? NO_NAMES;
  const place = (table[findSlot(hashes, table, hash)] ?? 0) - 1;
  if (place < 0) return NO_NAMES;
  return index.postings.subarray(index.offsets[place], index.offsets[place + 1]);
}

/** Where in its table a hash stands, or would. */
export function findSlot(hashes: Uint32Array, slots: Uint32Array, hash: number): number {
  const mask = slots.length - 1;
  let at = hash & mask;
  for (let place = slots[at] ?? 0; place !== 0; place = slots[at] ?? 0) {
    if (hashes[place - 1] === hash) return at;
    at = (at + 1) & mask;
  }
  return at;
}

/** FNV-1a over the signs from one place to another, its bits mixed once more for a table of few. */
export function hashKey(text: string, from: number, to: number): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Puts the places of the words of a name into `words`; false for one in a script that is not read at a glance. */
export function readWords(index: NameIndex, name: number, words: number[]): boolean {
  const [from, to] = [index.wordStarts[name] ?? 0, index.wordStarts[name + 1] ?? 0];
  words.length = 0;
  if (index.wordPlaces[from] === UNREADABLE && from < to) return false;
  for (let at = from; at < to; at += 1) words.push(index.wordPlaces[at] ?? 0);
  return true;
}
