import { hash } from 'node:crypto';
import { BoundedCache } from '../runtime/bounded-cache.ts';

export type CallerCacheOptions = {
  name: string;
  /** Counted from before the work began, so what was read is never older than this. 0 turns it off. */
  ttlMs: number;
  max: number;
  now: () => number;
};

/** Answers for credentials that were seen in the last moments, or does the work and keeps a success. */
export type CallerCache<T> = (
  headers: readonly (string | undefined)[],
  work: () => Promise<T>,
) => Promise<T>;

/**
 * Creates a bounded cache of callers. Concurrent requests share one authentication; failures are returned to all of
 * them and not cached. The key is a hash, so that no token or API key remains in memory.
 */
export function createCallerCache<T>(options: CallerCacheOptions): CallerCache<T> {
  const { name, ttlMs, max, now } = options;
  const entries = new BoundedCache<Entry<T>>({
    name,
    entriesMax: max,
    bytesMax: BYTES_MAX,
    bytesOf: () => CALLER_BYTES,
  });
  const keep = async (key: string, entry: Entry<T>): Promise<T> => {
    entries.set(key, entry);
    try {
      return await entry.caller;
    } catch (error) {
      if (entries.peek(key) === entry) entries.delete(key);
      throw error;
    }
  };
  return (headers, work) => {
    // No header value can hold a line break, so different credentials are different texts.
    const key = hash('sha256', headers.join('\n'), 'base64');
    const at = now();
    const known = entries.get(key);
    if (known !== undefined && isFresh(known, at, ttlMs)) return known.caller;
    return keep(key, { startedAt: at, caller: work() });
  };
}

/** A caller, whose names and scopes are bounded, with its promise, its key and its place. */
const CALLER_BYTES = 1024;
const BYTES_MAX = 20 * 1024 * 1024;

type Entry<T> = { startedAt: number; caller: Promise<T> };

/** An entry from the future is stale too: the clock was set back, and its age is unknown. */
function isFresh(entry: { startedAt: number }, at: number, ttlMs: number): boolean {
  return entry.startedAt <= at && at < entry.startedAt + ttlMs;
}
