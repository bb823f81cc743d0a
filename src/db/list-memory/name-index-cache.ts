import { ALL_SERVICES } from '../../domain/lists/list-source.ts';
import type { NameIndex } from '../../domain/screening/search/name-index.ts';
import type { ListVersion } from '../queries/list-search/indexed-names.ts';

/** Name index of a list with its version; `serviceId` is 0 for lists that all services share. */
export type CachedIndex = ListVersion & { index: NameIndex };

/** Time after which an unused index is evicted, for example that of a deleted list. */
const UNUSED_MS = 3_600_000;
/** Maximum number of list versions that are remembered as too large. */
const TOO_LARGE_MAX = 10_000;

/**
 * Cache of name indexes with a memory limit. When it is full, an index evicts custom lists of other services, least
 * recently used first; shared lists and lists of the same service stay.
 */
export class NameIndexCache {
  readonly #bytesMax: number;
  readonly #now: () => number;
  /** In order of last use, least recently used first. */
  readonly #entries = new Map<string, CachedIndex & { usedAt: number }>();
  /** Versions of the lists that exceeded the memory limit, by cache key. */
  readonly #tooLarge = new Map<string, string>();

  constructor(bytesMax: number, now: () => number) {
    this.#bytesMax = bytesMax;
    this.#now = now;
  }

  /** Returns the index of this version of a list and marks it as used; undefined when it is not cached. */
  find(list: ListVersion): CachedIndex | undefined {
    const key = toKey(list);
    const entry = this.#entries.get(key);
    if (entry?.listVersion !== list.listVersion) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, { ...entry, usedAt: this.#now() });
    return entry;
  }

  isTooLarge(list: ListVersion): boolean {
    return this.#bytesMax === 0 || this.#tooLarge.get(toKey(list)) === list.listVersion;
  }

  markTooLarge(list: ListVersion): void {
    // Versions of deleted lists are never removed, so the map is cleared when it is full.
    if (this.#tooLarge.size >= TOO_LARGE_MAX) this.#tooLarge.clear();
    this.#tooLarge.set(toKey(list), list.listVersion);
  }

  drop(list: ListVersion): void {
    this.#entries.delete(toKey(list));
  }

  dropUnused(): void {
    const since = this.#now() - UNUSED_MS;
    for (const [key, { usedAt }] of this.#entries) if (usedAt < since) this.#entries.delete(key);
  }

  get bytes(): number {
    return sumBytes([...this.#entries.values()]);
  }

  /** Returns the bytes available to the index of a list after evicting everything that may be evicted for it. */
  availableBytes(list: ListVersion): number {
    return (
      this.#bytesMax -
      sumBytes([...this.#entries.values()].filter((entry) => isProtected(entry, list)))
    );
  }

  /** Caches an index, or marks its list as too large when eviction does not free enough memory. */
  add(entry: CachedIndex): void {
    for (const [key, cached] of this.#entries) {
      if (this.bytes + entry.index.bytes <= this.#bytesMax) break;
      if (!isProtected(cached, entry)) this.#entries.delete(key);
    }
    if (this.bytes + entry.index.bytes > this.#bytesMax) this.markTooLarge(entry);
    else this.#entries.set(toKey(entry), { ...entry, usedAt: this.#now() });
  }
}

/** True when a cached index must not be evicted for another one. */
function isProtected(cached: ListVersion, { serviceId }: ListVersion): boolean {
  return cached.serviceId === ALL_SERVICES || cached.serviceId === serviceId;
}

function sumBytes(cached: readonly CachedIndex[]): number {
  return cached.reduce((sum, { index }) => sum + index.bytes, 0);
}

/** Cache key of a list, independent of its version. */
export function toKey({ serviceId, source }: ListVersion): string {
  return `${serviceId} ${source}`;
}
