import { findNames, type NameIndex } from './name-index.ts';
import type { NameProbe } from './name-probe.ts';

/** Penalty per key more or fewer than expected, which ranks names with a similar number of words first. */
const KEY_COUNT_PENALTY = 0.3;
/** Maximum number of key lists per batch: one bit each. */
const KEY_LISTS_MAX = 31;
/** Maximum stored difference in keys. Stored plus 1, because 0 means that the name has no hit yet. */
const KEY_COUNT_GAP_MAX = 254;

/** Names of an index with their ranks: the overlap with the query. */
export type RankedNames = { nameIds: Uint32Array; ranks: Float64Array };

type ProbeBits = { probe: NameProbe; keys: number; also: number };

/**
 * Ranks the names of an index by the sum of the weights of the probes that find them, as the database query does.
 * Reuses its memory, so that it serves one search at a time.
 */
export class NameRanker {
  #masks = new Uint32Array(0);
  #weights = new Float64Array(0);
  #keyCountGaps = new Uint8Array(0);
  readonly #hitNames: number[] = [];
  readonly #markedNames: number[] = [];

  start({ size }: NameIndex): void {
    if (size <= this.#masks.length) return;
    this.#masks = new Uint32Array(size);
    this.#weights = new Float64Array(size);
    this.#keyCountGaps = new Uint8Array(size);
  }

  /** Counts the hits of one batch of probes (`batchProbes`). */
  add(index: NameIndex, probes: readonly NameProbe[]): void {
    const bitByKeyList = new Map<readonly string[], number>();
    const toBit = (keys: readonly string[]): number => {
      const bit = bitByKeyList.get(keys) ?? 1 << bitByKeyList.size;
      bitByKeyList.set(keys, bit);
      return bit;
    };
    const probeMasks = probes.map((probe): ProbeBits => {
      return { probe, keys: toBit(probe.keys), also: toBit(getRequiredKeys(probe)) };
    });
    this.#markNames(index, bitByKeyList, probeMasks);
    this.#countHits(index, probeMasks);
  }

  /** Returns the ranked names, unordered, and resets the ranker for the next search. */
  finish(): RankedNames {
    const nameIds = Uint32Array.from(this.#hitNames);
    const ranks = new Float64Array(nameIds.length);
    for (const [index, nameId] of nameIds.entries()) {
      ranks[index] =
        (this.#weights[nameId] ?? 0) - ((this.#keyCountGaps[nameId] ?? 0) - 1) * KEY_COUNT_PENALTY;
      this.#weights[nameId] = 0;
      this.#keyCountGaps[nameId] = 0;
    }
    this.#hitNames.length = 0;
    return { nameIds, ranks };
  }

  /** Marks the keys that each name has, rarest first, skipping names that can no longer satisfy any probe. */
  #markNames(
    index: NameIndex,
    bitByKeyList: ReadonlyMap<readonly string[], number>,
    probeMasks: ProbeBits[],
  ): void {
    const lists = listNamesByKey(index, bitByKeyList);
    for (const [listIndex, { nameIds, bits }] of lists.entries()) {
      let remainingBits = 0;
      for (const list of lists.slice(listIndex)) remainingBits |= list.bits;
      this.#markList(
        nameIds,
        bits,
        probeMasks.some((probeMask) => satisfies(remainingBits, probeMask)),
      );
    }
  }

  #markList(nameIds: Uint32Array, bits: number, acceptsNewNames: boolean): void {
    const [masks, markedNames] = [this.#masks, this.#markedNames];
    // An indexed loop is twice as fast as for-of, and there are hundreds of thousands of names.
    for (let index = 0; index < nameIds.length; index += 1) {
      const nameId = nameIds[index] ?? 0;
      const mask = masks[nameId] ?? 0;
      if (mask !== 0 || acceptsNewNames) masks[nameId] = mask | bits;
      if (mask === 0 && acceptsNewNames) markedNames.push(nameId);
    }
  }

  #countHits({ keysCounts }: NameIndex, probeMasks: readonly ProbeBits[]): void {
    const hitsByMask = new Map<number, NameProbe[]>();
    const masks = this.#masks;
    let [lastMask, hits]: [number, NameProbe[]] = [0, []];
    for (const nameId of this.#markedNames) {
      const mask = masks[nameId] ?? 0;
      masks[nameId] = 0;
      // Consecutive names mostly have the same bits.
      if (mask !== lastMask) [lastMask, hits] = [mask, findHits(mask, probeMasks, hitsByMask)];
      for (const { weight, keysCount } of hits)
        this.#addHit(nameId, weight, Math.abs((keysCounts[nameId] ?? 0) - keysCount));
    }
    this.#markedNames.length = 0;
  }

  #addHit(nameId: number, weight: number, gap: number): void {
    const [previousGap, storedGap] = [
      this.#keyCountGaps[nameId] ?? 0,
      Math.min(gap, KEY_COUNT_GAP_MAX) + 1,
    ];
    if (previousGap === 0) this.#hitNames.push(nameId);
    this.#keyCountGaps[nameId] = previousGap === 0 ? storedGap : Math.min(previousGap, storedGap);
    this.#weights[nameId] = (this.#weights[nameId] ?? 0) + weight;
  }
}

type NamesOfKey = { nameIds: Uint32Array; bits: number };

/** Returns the names of each key with the bits of the key lists it is in, shorter lists first. */
function listNamesByKey(
  index: NameIndex,
  bitByKeyList: ReadonlyMap<readonly string[], number>,
): NamesOfKey[] {
  const lists = new Map<string, NamesOfKey>();
  const lengthMaxByBit = new Map<number, number>();
  for (const [keys, bit] of bitByKeyList)
    for (const key of keys) {
      const list = lists.get(key) ?? { nameIds: findNames(index, key), bits: 0 };
      list.bits |= bit;
      lists.set(key, list);
      lengthMaxByBit.set(bit, Math.max(lengthMaxByBit.get(bit) ?? 0, list.nameIds.length));
    }
  const getLengthMax = ({ bits }: NamesOfKey): number => {
    let lengthMax = 0;
    for (const [bit, length] of lengthMaxByBit)
      if ((bits & bit) !== 0) lengthMax = Math.max(lengthMax, length);
    return lengthMax;
  };
  return [...lists.values()]
    .filter(({ nameIds }) => nameIds.length > 0)
    .toSorted((a, b) => getLengthMax(a) - getLengthMax(b));
}

/** True when the bits contain one of the probe's keys and, where required, one of its `also` keys. */
function satisfies(bits: number, { keys, also }: ProbeBits): boolean {
  return (bits & keys) !== 0 && (bits & also) !== 0;
}

/** Returns the probes satisfied by a combination of bits, computed once per combination. */
function findHits(
  mask: number,
  probeMasks: readonly ProbeBits[],
  cache: Map<number, NameProbe[]>,
): NameProbe[] {
  const cached = cache.get(mask);
  if (cached !== undefined) return cached;
  const hits = probeMasks
    .filter((probeMask) => satisfies(mask, probeMask))
    .map(({ probe }) => probe);
  cache.set(mask, hits);
  return hits;
}

/** Splits probes into batches that fit the bits of the ranker. */
export function batchProbes(probes: readonly NameProbe[]): NameProbe[][] {
  const batches: NameProbe[][] = [];
  let batchKeyLists = new Set<readonly string[]>();
  for (const probe of probes) {
    const keyLists = new Set([...batchKeyLists, probe.keys, getRequiredKeys(probe)]);
    const batch = batches.at(-1);
    if (batch !== undefined && keyLists.size <= KEY_LISTS_MAX) {
      batch.push(probe);
      batchKeyLists = keyLists;
    } else {
      batches.push([probe]);
      batchKeyLists = new Set([probe.keys, getRequiredKeys(probe)]);
    }
  }
  return batches;
}

function getRequiredKeys({ keys, also }: NameProbe): readonly string[] {
  return also.length > 0 ? also : keys;
}
