import type { TextTable } from '../words/text-table.ts';

/**
 * Inverted index from blocking keys to the names of a list, in flat arrays outside V8's heap. A name id is the
 * position of a name in the index.
 */
export type NameIndex = {
  /** Number of names. */
  size: number;
  entryIds: Float64Array;
  /** Index of the type in PARTY_TYPES of lists. */
  partyTypes: Uint8Array;
  keysCounts: Uint8Array;
  names: TextTable;
  keys: KeyTables;
  /** Start of the names of each key in `postings`, and the end of the last one. */
  offsets: Uint32Array;
  /** Name ids, grouped by key and ascending. */
  postings: Uint32Array;
  /** Distinct words compared by the prefilter (`listPrefilterWords`). */
  words: TextTable;
  /** Start of the words of each name in `wordIds`, and the end of the last one. */
  wordStarts: Uint32Array;
  /** Word ids; `UNSUPPORTED_SCRIPT` for a name in a script that the prefilter does not support. */
  wordIds: Uint32Array;
  /** Total size in bytes. */
  bytes: number;
};

/** Value that is no word id. */
export const UNSUPPORTED_SCRIPT = 0xff_ff_ff_ff;

/**
 * Hashes of keys with their ids: open-addressing hash tables selected by the highest bits of the hash, at most half
 * full.
 */
type KeyTables = {
  hashes: Uint32Array;
  /** Per table, key id plus 1 in each slot; 0 for an empty slot. */
  slots: Uint32Array[];
};

/** Number of bits of a hash that select its table. */
const TABLE_BITS = 6;
/**
 * Number of tables. Growing one takes about a millisecond; growing a single table of all keys would block the event
 * loop for tens of milliseconds.
 */
export const TABLES: number = 2 ** TABLE_BITS;

/** Returns the table of a hash. */
export function selectTable(hash: number): number {
  return hash >>> (32 - TABLE_BITS);
}

/** Separator of joined keys, which occurs in no key. */
export const KEY_SEPARATOR = '\u001F';

const NO_NAMES = new Uint32Array(0);

/** Returns the ids of the names with a key. May include names of another key with the same hash. */
export function findNames(index: NameIndex, key: string): Uint32Array {
  const { hashes, slots } = index.keys;
  const hash = hashKey(key, 0, key.length);
  const table = slots[selectTable(hash)] ?? NO_NAMES;
  const keyId = (table[findSlot(hashes, table, hash)] ?? 0) - 1;
  if (keyId < 0) return NO_NAMES;
  return index.postings.subarray(index.offsets[keyId], index.offsets[keyId + 1]);
}

/** Returns the slot of a hash in its table, or the empty slot where it belongs. */
export function findSlot(hashes: Uint32Array, slots: Uint32Array, hash: number): number {
  const mask = slots.length - 1;
  let slot = hash & mask;
  for (let entry = slots[slot] ?? 0; entry !== 0; entry = slots[slot] ?? 0) {
    if (hashes[entry - 1] === hash) return slot;
    slot = (slot + 1) & mask;
  }
  return slot;
}

/** Returns the FNV-1a hash of a substring, with a final mixing step because the tables are small. */
export function hashKey(text: string, from: number, to: number): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = from; index < to; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Writes the word ids of a name into `wordIds`. Returns false for a script that the prefilter does not support. */
export function readWordIds(index: NameIndex, nameId: number, wordIds: number[]): boolean {
  const [from, to] = [index.wordStarts[nameId] ?? 0, index.wordStarts[nameId + 1] ?? 0];
  wordIds.length = 0;
  if (index.wordIds[from] === UNSUPPORTED_SCRIPT && from < to) return false;
  for (let position = from; position < to; position += 1)
    wordIds.push(index.wordIds[position] ?? 0);
  return true;
}
