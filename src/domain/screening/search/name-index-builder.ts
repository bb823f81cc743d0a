import { PARTY_TYPES, type PartyType } from '../../lists/list-entry.ts';
import { wordsOf } from '../names/prefilter-words.ts';
import { Growing } from '../words/growable-array.ts';
import { GrowingTexts } from '../words/text-table.ts';
import {
  findSlot,
  hashKey,
  KEY_SEPARATOR,
  type NameIndex,
  TABLES,
  tableOf,
  UNREADABLE,
} from './name-index.ts';

/** A name of an entry of a list; its keys joined by `KEY_SEPARATOR`. */
export type IndexedName = { entryId: number; partyType: PartyType; name: string; keys: string };

/** Of a table. */
const SLOTS_FIRST = 16;
/** Names whose keys are put in their places at once, in a millisecond or so. */
const PLACED_AT_ONCE = 5000;

/** Makes the index of a list of its names as they come. */
export class NameIndexBuilder {
  readonly #entryIds = new Growing(Float64Array);
  readonly #partyTypes = new Growing(Uint8Array);
  readonly #keysCounts = new Growing(Uint8Array);
  readonly #names = new GrowingTexts();
  readonly #words = new GrowingTexts();
  readonly #wordStarts = new Growing(Uint32Array);
  readonly #wordPlaces = new Growing(Uint32Array);
  readonly #placeOfWord = new Map<string, number>();
  /** Of each name the places of its keys, one after the other. */
  readonly #keyPlaces = new Growing(Uint32Array);
  readonly #hashes = new Growing(Uint32Array);
  readonly #countOf = new Growing(Uint32Array);
  readonly #slots = Array.from({ length: TABLES }, () => new Uint32Array(SLOTS_FIRST));
  /** How many keys each table has. */
  readonly #keysOf = new Uint32Array(TABLES);

  /** What it takes by now, as far as it grows with the names. */
  get bytes(): number {
    const places = this.#keyPlaces.length + this.#wordPlaces.length;
    return places * Uint32Array.BYTES_PER_ELEMENT + this.#names.bytes;
  }

  add({ entryId, partyType, name, keys }: IndexedName): void {
    this.#entryIds.push(entryId);
    this.#partyTypes.push(PARTY_TYPES.indexOf(partyType));
    this.#names.push(name);
    this.#addWords(wordsOf(name));
    let count = 0;
    for (let from = 0; from < keys.length; count += 1) {
      const found = keys.indexOf(KEY_SEPARATOR, from);
      const to = found === -1 ? keys.length : found;
      this.#addKey(hashKey(keys, from, to));
      from = to + 1;
    }
    this.#keysCounts.push(count);
  }

  /** Puts the names of each key together, some at a time: whoever calls rests in between. The last one is the index. */
  *finish(): Generator<undefined, NameIndex> {
    const size = this.#entryIds.length;
    const offsets = this.#toOffsets();
    const postings = new Uint32Array(this.#keyPlaces.length);
    const next = offsets.slice();
    for (let place = 0, at = 0; place < size; place += 1) {
      for (const end = at + this.#keysCounts.at(place); at < end; at += 1) {
        const key = this.#keyPlaces.at(at);
        const to = next[key] ?? 0;
        postings[to] = place;
        next[key] = to + 1;
      }
      if (place % PLACED_AT_ONCE === 0) yield;
    }
    this.#wordStarts.push(this.#wordPlaces.length);
    yield;
    const names = this.#names.take();
    yield;
    const words = this.#words.take();
    yield;
    const wordPlaces = this.#wordPlaces.take();
    yield;
    const entryIds = this.#entryIds.take();
    yield;
    const index = {
      size,
      entryIds,
      partyTypes: this.#partyTypes.take(),
      keysCounts: this.#keysCounts.take(),
      names,
      words,
      wordStarts: this.#wordStarts.take(),
      wordPlaces,
      keys: { hashes: this.#hashes.take(), slots: this.#slots },
      offsets,
      postings,
    };
    return { ...index, bytes: countBytes(index) };
  }

  #addWords(words: readonly string[] | undefined): void {
    this.#wordStarts.push(this.#wordPlaces.length);
    if (words === undefined) this.#wordPlaces.push(UNREADABLE);
    else for (const word of words) this.#wordPlaces.push(this.#toPlace(word));
  }

  #toPlace(word: string): number {
    const known = this.#placeOfWord.get(word);
    if (known !== undefined) return known;
    const place = this.#placeOfWord.size;
    this.#words.push(word);
    this.#placeOfWord.set(word, place);
    return place;
  }

  #addKey(hash: number): void {
    const table = tableOf(hash);
    const slots = this.#slots[table] ?? new Uint32Array(SLOTS_FIRST);
    const at = findSlot(this.#hashes.values, slots, hash);
    let place = (slots[at] ?? 0) - 1;
    if (place < 0) {
      place = this.#hashes.length;
      this.#hashes.push(hash);
      this.#countOf.push(0);
      slots[at] = place + 1;
      const count = (this.#keysOf[table] ?? 0) + 1;
      this.#keysOf[table] = count;
      if (count * 2 > slots.length) this.#slots[table] = this.#widen(slots);
    }
    this.#countOf.values[place] = this.#countOf.at(place) + 1;
    this.#keyPlaces.push(place);
  }

  #widen(slots: Uint32Array): Uint32Array<ArrayBuffer> {
    const wider = new Uint32Array(slots.length * 2);
    const hashes = this.#hashes.values;
    for (const place of slots)
      if (place > 0) wider[findSlot(hashes, wider, hashes[place - 1] ?? 0)] = place;
    return wider;
  }

  #toOffsets(): Uint32Array {
    const offsets = new Uint32Array(this.#countOf.length + 1);
    for (let key = 0; key < this.#countOf.length; key += 1)
      offsets[key + 1] = (offsets[key] ?? 0) + this.#countOf.at(key);
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
    index.wordPlaces,
    index.offsets,
    index.postings,
    keys.hashes,
    ...keys.slots,
  ];
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
