import { ALL_SERVICES } from '../../domain/lists/list-source.ts';
import type { NameIndex } from '../../domain/screening/search/name-index.ts';
import type { ListMark } from '../queries/list-search/indexed-names.ts';

/** The index of a list as it is by its mark; the service is 0 where all share it. */
export type HeldIndex = ListMark & { index: NameIndex };

/** Nobody asks for a list that was forgotten: it goes, after as long as one that nobody needs. */
const UNUSED_MS = 3_600_000;
const REFUSED_MAX = 10_000;

/** Bounded: where there is no room, services' own lists go, the one first that was asked for longest ago. */
export class KeptIndexes {
  readonly #bytesMax: number;
  readonly #now: () => number;
  /** The one that was asked for longest ago comes first. */
  readonly #held = new Map<string, HeldIndex & { usedAt: number }>();
  /** Marks of lists for which there was no room. */
  readonly #refused = new Map<string, string>();

  constructor(bytesMax: number, now: () => number) {
    this.#bytesMax = bytesMax;
    this.#now = now;
  }

  find(list: ListMark): HeldIndex | undefined {
    const key = keyOf(list);
    const held = this.#held.get(key);
    if (held?.mark !== list.mark) return undefined;
    this.#held.delete(key);
    this.#held.set(key, { ...held, usedAt: this.#now() });
    return held;
  }

  isRefused(list: ListMark): boolean {
    return this.#bytesMax === 0 || this.#refused.get(keyOf(list)) === list.mark;
  }

  refuse(list: ListMark): void {
    // Marks of lists that are gone by now are of no use.
    if (this.#refused.size >= REFUSED_MAX) this.#refused.clear();
    this.#refused.set(keyOf(list), list.mark);
  }

  drop(list: ListMark): void {
    this.#held.delete(keyOf(list));
  }

  dropUnused(): void {
    const since = this.#now() - UNUSED_MS;
    for (const [key, { usedAt }] of this.#held) if (usedAt < since) this.#held.delete(key);
  }

  get bytes(): number {
    return sumOf([...this.#held.values()]);
  }

  /** What an index of the list may take: others' own lists go for it. */
  roomFor(list: ListMark): number {
    return this.#bytesMax - sumOf([...this.#held.values()].filter((one) => stays(one, list)));
  }

  keep(made: HeldIndex): void {
    for (const [key, held] of this.#held) {
      if (this.bytes + made.index.bytes <= this.#bytesMax) break;
      if (!stays(held, made)) this.#held.delete(key);
    }
    if (this.bytes + made.index.bytes > this.#bytesMax) this.refuse(made);
    else this.#held.set(keyOf(made), { ...made, usedAt: this.#now() });
  }
}

/** Whether one that is held is not given up for another. */
function stays(held: ListMark, { serviceId }: ListMark): boolean {
  return held.serviceId === ALL_SERVICES || held.serviceId === serviceId;
}

function sumOf(held: readonly HeldIndex[]): number {
  return held.reduce((sum, { index }) => sum + index.bytes, 0);
}

/** A list, whatever it is as by its mark. */
export function keyOf({ serviceId, source }: ListMark): string {
  return `${serviceId} ${source}`;
}
