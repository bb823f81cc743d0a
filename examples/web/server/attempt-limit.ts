type Count = { attempts: number; endsAt: number };

/** Counts attempts by key within a window of time; the keys seen longest ago are forgotten beyond `keysMax`. */
export class AttemptLimit {
  readonly #counts = new Map<string, Count>();
  readonly #options: { attemptsMax: number; windowMs: number; keysMax: number };

  constructor(options: { attemptsMax: number; windowMs: number; keysMax: number }) {
    this.#options = options;
  }

  /** Counts an attempt. Returns false when the key has no attempt left in its window. */
  take(key: string, now = Date.now()): boolean {
    const { attemptsMax, windowMs, keysMax } = this.#options;
    const stored = this.#counts.get(key);
    const isOpen = stored !== undefined && stored.endsAt > now;
    const count = isOpen ? stored : { attempts: 0, endsAt: now + windowMs };
    this.#counts.delete(key);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size < keysMax) break;
      this.#counts.delete(oldest);
    }
    this.#counts.set(key, count);
    if (count.attempts >= attemptsMax) return false;
    count.attempts += 1;
    return true;
  }

  /** Gives a key all its attempts back. */
  reset(key: string): void {
    this.#counts.delete(key);
  }
}
