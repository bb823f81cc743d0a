import { PARTY_TYPES, type PartyType } from '../../lists/list-entry.ts';
import { GrowableArray } from '../edit-distance/growable-array.ts';
import { listPrefilterWords } from '../names/prefilter-words.ts';
import { TextTableBuilder } from '../words/text-table.ts';
import {
  findSlot,
  hashKey,
  KEY_SEPARATOR,
  type NameIndex,
  selectTable,
  TABLES,
  UNSUPPORTED_SCRIPT,
} from './name-index.ts';

/** Name of a list entry; its blocking keys are joined by `KEY_SEPARATOR`. */
export type NameRecord = { entryId: number; partyType: PartyType; name: string; keys: string };

/** Initial number of slots per hash table, a power of two: `findSlot` masks with it. */
const SLOTS_INITIAL = 16;
/** Number of names whose postings are written per step, about a millisecond. */
const NAMES_PER_STEP = 5000;

/** Builds the name index of a list from a stream of names. */
export class NameIndexBuilder {
  readonly #entryIds = new GrowableArray(Float64Array);
  readonly #partyTypes = new GrowableArray(Uint8Array);
  readonly #keysCounts = new GrowableArray(Uint8Array);
  readonly #names = new TextTableBuilder();
  readonly #words = new TextTableBuilder();
  readonly #wordStarts = new GrowableArray(Uint32Array);
  readonly #wordIds = new GrowableArray(Uint32Array);
  readonly #idByWord = new Map<string, number>();
  /** Key ids of each name, concatenated. */
  readonly #keyIds = new GrowableArray(Uint32Array);
  readonly #hashes = new GrowableArray(Uint32Array);
  readonly #namesPerKey = new GrowableArray(Uint32Array);
  readonly #slots = Array.from({ length: TABLES }, () => new Uint32Array(SLOTS_INITIAL));
  /** Number of keys per hash table. */
  readonly #keysPerTable = new Uint32Array(TABLES);

  /** Bytes used so far by key ids, word ids and names, which make up most of the index. */
  get bytes(): number {
    const ids = this.#keyIds.length + this.#wordIds.length;
    return ids * Uint32Array.BYTES_PER_ELEMENT + this.#names.bytes;
  }

  add({ entryId, partyType, name, keys }: NameRecord): void {
    this.#entryIds.push(entryId);
    this.#partyTypes.push(PARTY_TYPES.indexOf(partyType));
    this.#names.push(name);
    this.#addWords(listPrefilterWords(name));
    let count = 0;
    for (let from = 0; from < keys.length; count += 1) {
      const separatorIndex = keys.indexOf(KEY_SEPARATOR, from);
      const to = separatorIndex === -1 ? keys.length : separatorIndex;
      this.#addKey(hashKey(keys, from, to));
      from = to + 1;
    }
    this.#keysCounts.push(count);
  }

  /**
   * Writes the postings in steps, yielding in between so that the event loop is not blocked. The last step returns the
   * index.
   */
  *finish(): Generator<undefined, NameIndex> {
    const size = this.#entryIds.length;
    const offsets = this.#toOffsets();
    const postings = new Uint32Array(this.#keyIds.length);
    const nextOffsets = offsets.slice();
    for (let nameId = 0, keyIndex = 0; nameId < size; nameId += 1) {
      for (const end = keyIndex + this.#keysCounts.get(nameId); keyIndex < end; keyIndex += 1) {
        const key = this.#keyIds.get(keyIndex);
        const postingIndex = nextOffsets[key] ?? 0;
        postings[postingIndex] = nameId;
        nextOffsets[key] = postingIndex + 1;
      }
      if (nameId % NAMES_PER_STEP === 0) yield;
    }
    this.#wordStarts.push(this.#wordIds.length);
    yield;
    const names = this.#names.toTable();
    yield;
    const words = this.#words.toTable();
    yield;
    const wordIds = this.#wordIds.toArray();
    yield;
    const entryIds = this.#entryIds.toArray();
    yield;
    const index = {
      size,
      entryIds,
      partyTypes: this.#partyTypes.toArray(),
      keysCounts: this.#keysCounts.toArray(),
      names,
      words,
      wordStarts: this.#wordStarts.toArray(),
      wordIds,
      keys: { hashes: this.#hashes.toArray(), slots: this.#slots },
      offsets,
      postings,
    };
    return { ...index, bytes: countBytes(index) };
  }

  #addWords(words: readonly string[] | undefined): void {
    this.#wordStarts.push(this.#wordIds.length);
    if (words === undefined) this.#wordIds.push(UNSUPPORTED_SCRIPT);
    else for (const word of words) this.#wordIds.push(this.#getOrCreateWordId(word));
  }

  #getOrCreateWordId(word: string): number {
    const existingId = this.#idByWord.get(word);
    if (existingId !== undefined) return existingId;
    const wordId = this.#idByWord.size;
    this.#words.push(word);
    this.#idByWord.set(word, wordId);
    return wordId;
  }

  #addKey(hash: number): void {
    const table = selectTable(hash);
    const slots = this.#slots[table] ?? new Uint32Array(SLOTS_INITIAL);
    const slot = findSlot(this.#hashes.values, slots, hash);
    let keyId = (slots[slot] ?? 0) - 1;
    if (keyId < 0) {
      keyId = this.#hashes.length;
      this.#hashes.push(hash);
      this.#namesPerKey.push(0);
      slots[slot] = keyId + 1;
      const count = (this.#keysPerTable[table] ?? 0) + 1;
      this.#keysPerTable[table] = count;
      if (count * 2 > slots.length) this.#slots[table] = this.#doubleSlots(slots);
    }
    this.#namesPerKey.values[keyId] = this.#namesPerKey.get(keyId) + 1;
    this.#keyIds.push(keyId);
  }

  #doubleSlots(slots: Uint32Array): Uint32Array<ArrayBuffer> {
    const wider = new Uint32Array(slots.length * 2);
    const hashes = this.#hashes.values;
    for (const entry of slots)
      if (entry > 0) wider[findSlot(hashes, wider, hashes[entry - 1] ?? 0)] = entry;
    return wider;
  }

  #toOffsets(): Uint32Array {
    const offsets = new Uint32Array(this.#namesPerKey.length + 1);
    for (let keyId = 0; keyId < this.#namesPerKey.length; keyId += 1)
      offsets[keyId + 1] = (offsets[keyId] ?? 0) + this.#namesPerKey.get(keyId);
    return offsets;
  }
}

function countBytes({ keys, names, words, ...index }: Omit<NameIndex, 'bytes'>): number {
  const arrays = [
    index.entryIds,
    index.partyTypes,
    index.keysCounts,
    names.starts,
    names.text,
    words.starts,
    words.text,
    index.wordStarts,
    index.wordIds,
    index.offsets,
    index.postings,
    keys.hashes,
    ...keys.slots,
  ];
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
