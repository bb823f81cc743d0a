import { type NameIndex, placesOf } from './name-index.ts';
import type { NameProbe } from './name-probe.ts';

/** Of two names that share as much the one with nearly as many words comes first. */
const OF_A_KEY = 0.3;
/** Lists of keys that are looked for at once: a bit each. */
const BITS = 31;
/** Kept plus 1, for 0 says that a name was not brought yet. */
const AWAY_MOST = 254;

/** Names of an index by their places, with how much each shares with what was asked for. */
export type RankedNames = { places: Uint32Array; ranks: Float64Array };

type Pair = { probe: NameProbe; keys: number; also: number };

/**
 * How much the names of one index after the other share with what is asked for: as the database has it, of each probe that
 * brings a name its weight. What it needs for that it keeps, so that only one search at a time may use it.
 */
export class NameRanker {
  #masks = new Uint32Array(0);
  #weights = new Float64Array(0);
  #aways = new Uint8Array(0);
  readonly #counted: number[] = [];
  readonly #touched: number[] = [];

  begin({ size }: NameIndex): void {
    if (size <= this.#masks.length) return;
    this.#masks = new Uint32Array(size);
    this.#weights = new Float64Array(size);
    this.#aways = new Uint8Array(size);
  }

  /** Counts what some probes bring: one, or those of a part that `together` gave. */
  add(index: NameIndex, probes: readonly NameProbe[]): void {
    const bitOf = new Map<readonly string[], number>();
    const toBit = (keys: readonly string[]): number => {
      const bit = bitOf.get(keys) ?? 1 << bitOf.size;
      bitOf.set(keys, bit);
      return bit;
    };
    const pairs = probes.map((probe): Pair => {
      return { probe, keys: toBit(probe.keys), also: toBit(orSame(probe)) };
    });
    this.#touch(index, bitOf, pairs);
    this.#count(index, pairs);
  }

  /** What was counted, in no order; the next search may begin. */
  end(): RankedNames {
    const places = Uint32Array.from(this.#counted);
    const ranks = new Float64Array(places.length);
    for (const [at, place] of places.entries()) {
      ranks[at] = (this.#weights[place] ?? 0) - ((this.#aways[place] ?? 0) - 1) * OF_A_KEY;
      this.#weights[place] = 0;
      this.#aways[place] = 0;
    }
    this.#counted.length = 0;
    return { places, ranks };
  }

  /** Marks which keys names have, those of few names first; names that no probe can be met by any more are left out. */
  #touch(index: NameIndex, bitOf: ReadonlyMap<readonly string[], number>, pairs: Pair[]): void {
    const lists = listsOf(index, bitOf);
    for (const [at, { places, bits }] of lists.entries()) {
      let toCome = 0;
      for (const list of lists.slice(at)) toCome |= list.bits;
      this.#mark(
        places,
        bits,
        pairs.some((pair) => isMet(toCome, pair)),
      );
    }
  }

  #mark(places: Uint32Array, bits: number, hasNew: boolean): void {
    const [masks, touched] = [this.#masks, this.#touched];
    // A for-of over numbers is slower by half, and these are hundreds of thousands.
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at] ?? 0;
      const mask = masks[place] ?? 0;
      if (mask !== 0 || hasNew) masks[place] = mask | bits;
      if (mask === 0 && hasNew) touched.push(place);
    }
  }

  #count({ keysCounts }: NameIndex, pairs: readonly Pair[]): void {
    const known = new Map<number, NameProbe[]>();
    const masks = this.#masks;
    let [last, hits]: [number, NameProbe[]] = [0, []];
    for (const place of this.#touched) {
      const mask = masks[place] ?? 0;
      masks[place] = 0;
      // Names of one list come one after the other, most of them with the same bits.
      if (mask !== last) [last, hits] = [mask, hitsOf(mask, pairs, known)];
      for (const { weight, keysCount } of hits)
        this.#hit(place, weight, Math.abs((keysCounts[place] ?? 0) - keysCount));
    }
    this.#touched.length = 0;
  }

  #hit(place: number, weight: number, away: number): void {
    const [before, kept] = [this.#aways[place] ?? 0, Math.min(away, AWAY_MOST) + 1];
    if (before === 0) this.#counted.push(place);
    this.#aways[place] = before === 0 ? kept : Math.min(before, kept);
    this.#weights[place] = (this.#weights[place] ?? 0) + weight;
  }
}

type MarkedList = { places: Uint32Array; bits: number };

/** The names of each key that is asked for, with the bits of what asks for it: of two lists of keys that of fewer names first. */
function listsOf(index: NameIndex, bitOf: ReadonlyMap<readonly string[], number>): MarkedList[] {
  const lists = new Map<string, MarkedList>();
  const longest = new Map<number, number>();
  for (const [keys, bit] of bitOf)
    for (const key of keys) {
      const list = lists.get(key) ?? { places: placesOf(index, key), bits: 0 };
      list.bits |= bit;
      lists.set(key, list);
      longest.set(bit, Math.max(longest.get(bit) ?? 0, list.places.length));
    }
  const reach = ({ bits }: MarkedList): number => {
    let most = 0;
    for (const [bit, length] of longest) if ((bits & bit) !== 0) most = Math.max(most, length);
    return most;
  };
  return [...lists.values()]
    .filter(({ places }) => places.length > 0)
    .toSorted((a, b) => reach(a) - reach(b));
}

/** Whether whoever has these bits has one of the probe's keys, and one of those that are to be with it. */
function isMet(bits: number, { keys, also }: Pair): boolean {
  return (bits & keys) !== 0 && (bits & also) !== 0;
}

/** The probes that names with these bits meet, found once for all of them. */
function hitsOf(
  mask: number,
  pairs: readonly Pair[],
  known: Map<number, NameProbe[]>,
): NameProbe[] {
  const told = known.get(mask);
  if (told !== undefined) return told;
  const hits = pairs.filter((pair) => isMet(mask, pair)).map(({ probe }) => probe);
  known.set(mask, hits);
  return hits;
}

/** Probes in parts that can each be added at once. */
export function together(probes: readonly NameProbe[]): NameProbe[][] {
  const parts: NameProbe[][] = [];
  let lists = new Set<readonly string[]>();
  for (const probe of probes) {
    const wider = new Set([...lists, probe.keys, orSame(probe)]);
    const part = parts.at(-1);
    if (part !== undefined && wider.size <= BITS) {
      part.push(probe);
      lists = wider;
    } else {
      parts.push([probe]);
      lists = new Set([probe.keys, orSame(probe)]);
    }
  }
  return parts;
}

function orSame({ keys, also }: NameProbe): readonly string[] {
  return also.length > 0 ? also : keys;
}

/** A name of one of several indexes. */
export type IndexedPlace<Index> = { of: Index; place: number };

/** Those of all that share most, at most so many, in order: where some share as much those of earlier indexes come first. */
export function foremost<Index>(
  ranked: readonly (RankedNames & { of: Index })[],
  most: number,
): IndexedPlace<Index>[] {
  const least = leastOf(ranked, most);
  const chosen: (IndexedPlace<Index> & { rank: number })[] = [];
  for (const { of, places, ranks } of ranked)
    for (const [at, rank] of ranks.entries())
      if (rank >= least) chosen.push({ of, place: places[at] ?? 0, rank });
  return chosen.toSorted((a, b) => b.rank - a.rank).slice(0, most);
}

/** How much those share at least that are among the foremost. */
function leastOf(ranked: readonly RankedNames[], most: number): number {
  const count = ranked.reduce((sum, { ranks }) => sum + ranks.length, 0);
  if (count <= most) return Number.NEGATIVE_INFINITY;
  const all = new Float64Array(count);
  let at = 0;
  for (const { ranks } of ranked) {
    all.set(ranks, at);
    at += ranks.length;
  }
  return all.toSorted()[count - most] ?? 0;
}
