import { ALL_SERVICES } from '../../domain/lists/list-source.ts';
import type { NameIndex } from '../../domain/screening/search/name-index.ts';
import type { ListMark } from '../queries/list-search/indexed-names.ts';

/** Name index of a list with the mark of its version; `serviceId` is 0 for lists that all services share. */
export type CachedIndex = ListMark & { index: NameIndex };

/** Time after which an unused index is evicted; the index of a forgotten list is never used again. */
const UNUSED_MS = 3_600_000;
const REFUSED_MAX = 10_000;

/**
 * Cache of name indexes with a memory limit. When it is full, other services' own lists are evicted, least recently
 * used first.
 */
export class NameIndexCache {
  readonly #bytesMax: number;
  readonly #now: () => number;
  /** In order of last use, least recently used first. */
  readonly #held = new Map<string, CachedIndex & { usedAt: number }>();
  /** Marks of lists that exceeded the memory limit. */
  readonly #refused = new Map<string, string>();

  constructor(bytesMax: number, now: () => number) {
    this.#bytesMax = bytesMax;
    this.#now = now;
  }

  find(list: ListMark): CachedIndex | undefined {
    const key = keyOf(list);
    const index = this.#held.get(key);
    if (index?.mark !== list.mark) return undefined;
    this.#held.delete(key);
    this.#held.set(key, { ...index, usedAt: this.#now() });
    return index;
  }

  isRefused(list: ListMark): boolean {
    return this.#bytesMax === 0 || this.#refused.get(keyOf(list)) === list.mark;
  }

  refuse(list: ListMark): void {
    // Marks of deleted lists are useless; there are few enough to start again.
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

  /** Bytes available to the index of a list, after evicting other services' own lists. */
  availableBytes(list: ListMark): number {
    return (
      this.#bytesMax - sumOf([...this.#held.values()].filter((index) => isProtected(index, list)))
    );
  }

  keep(index: CachedIndex): void {
    for (const [key, held] of this.#held) {
      if (this.bytes + index.index.bytes <= this.#bytesMax) break;
      if (!isProtected(held, index)) this.#held.delete(key);
    }
    if (this.bytes + index.index.bytes > this.#bytesMax) this.refuse(index);
    else this.#held.set(keyOf(index), { ...index, usedAt: this.#now() });
  }
}

/** True when a cached index must not be evicted for another one. */
function isProtected(held: ListMark, { serviceId }: ListMark): boolean {
  return held.serviceId === ALL_SERVICES || held.serviceId === serviceId;
}

function sumOf(held: readonly CachedIndex[]): number {
  return held.reduce((sum, { index }) => sum + index.bytes, 0);
}

/** Cache key of a list, independent of its mark. */
export function keyOf({ serviceId, source }: ListMark): string {
  return `${serviceId} ${source}`;
}
