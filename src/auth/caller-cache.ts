import { hash } from 'node:crypto';
import { BoundedCache } from '../runtime/bounded-cache.ts';

export type CallerCacheOptions = {
  name: string;
  /** Lifetime of an entry from the start of its authentication; 0 disables the cache. */
  ttlMs: number;
  max: number;
  now: () => number;
};

/** Returns the cached caller of the credentials, or authenticates and caches a success. */
export type CallerCache<T> = (
  headers: readonly (string | undefined)[],
  work: () => Promise<T>,
) => Promise<T>;

/**
 * Creates a bounded cache of callers. Concurrent requests share one authentication. A failure is thrown to all of them
 * and not cached. Keys are hashes, so that no token or API key remains in memory.
 */
export function createCallerCache<T>(options: CallerCacheOptions): CallerCache<T> {
  const { name, ttlMs, max, now } = options;
  const entries = new BoundedCache<Entry<T>>({
    name,
    entriesMax: max,
    bytesMax: BYTES_MAX,
    bytesOf: () => ENTRY_BYTES,
  });
  const store = async (key: string, entry: Entry<T>): Promise<T> => {
    entries.set(key, entry);
    try {
      return await entry.caller;
    } catch (error) {
      if (entries.peek(key) === entry) entries.delete(key);
      throw error;
    }
  };
  return (headers, work) => {
    // Header values contain no line breaks, so that different credentials give different texts.
    const key = hash('sha256', headers.join('\n'), 'base64');
    const time = now();
    const cached = entries.get(key);
    if (cached !== undefined && isFresh(cached, time, ttlMs)) return cached.caller;
    return store(key, { startedAt: time, caller: work() });
  };
}

/** Estimated size of an entry with its promise and key; names and scopes of callers are bounded. */
const ENTRY_BYTES = 1024;
const BYTES_MAX = 20 * 1024 * 1024;

type Entry<T> = { startedAt: number; caller: Promise<T> };

/**
 * True for an entry within its lifetime. False for an entry that starts in the future: the clock was set back, and its
 * age is unknown.
 */
function isFresh(entry: { startedAt: number }, now: number, ttlMs: number): boolean {
  return entry.startedAt <= now && now < entry.startedAt + ttlMs;
}
