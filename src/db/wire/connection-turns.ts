import { AppError } from '../../errors.ts';
import { FairQueue } from '../../scheduling/fair-queue.ts';

export type ConnectionTurnsOptions = {
  /** Connections of the pool. */
  poolSize: number;
  /** Maximum wait for a permit. */
  waitMs: number;
};

/** Work of no service by itself: what is read for many together, and what runs beside the requests. */
const SHARED = 0;

/** A service gets a further connection while it holds fewer than so many for each that is free. */
const HELD_FOR_FREE = 2;
/** Maximum number of waiting statements of one service. More are rejected. */
const WAITING_MAX = 1_000;

type Waiting = { resolve: () => void };

/** Permits and waiting statements by service. 0 is shared work. */
export type TurnCounts = {
  held: ReadonlyMap<number, number>;
  waiting: ReadonlyMap<number, number>;
  /** Since the process began. */
  refused: ReadonlyMap<number, number>;
};

/**
 * Turns at the connections of a pool, by service. One that holds many, since what it writes waits for rows that are held,
 * leaves some for the others: of nine it gets six, and of the three that are left a second one two. One connection of
 * the pool has no turn: it is for asking how the database is.
 */
export class ConnectionTurns {
  readonly #waitMs: number;
  readonly #held = new Map<number, number>();
  readonly #refused = new Map<number, number>();
  readonly #waiting = new FairQueue<Waiting>();
  #free: number;

  constructor({ poolSize, waitMs }: ConnectionTurnsOptions) {
    this.#free = Math.max(1, poolSize - 1);
    this.#waitMs = waitMs;
  }

  /** Acquires a permit at once, or resolves when one is free. Rejects with AppError `service_unavailable`. */
  take(serviceId: number): Promise<void> | undefined {
    if (this.#mayTake(serviceId) && this.#waiting.lengthOf(serviceId) === 0) {
      this.#enter(serviceId);
      return undefined;
    }
    if (this.#waiting.lengthOf(serviceId) >= WAITING_MAX)
      return Promise.reject(this.#refuse(serviceId));
    return this.#wait(serviceId);
  }

  read(): TurnCounts {
    return { held: this.#held, waiting: this.#waiting.lengths(), refused: this.#refused };
  }

  #refuse(serviceId: number): AppError {
    this.#refused.set(serviceId, (this.#refused.get(serviceId) ?? 0) + 1);
    return saturated();
  }

  leave(serviceId: number): void {
    this.#free += 1;
    const left = (this.#held.get(serviceId) ?? 1) - 1;
    if (left === 0) this.#held.delete(serviceId);
    else this.#held.set(serviceId, left);
    while (this.#free > 0 && this.#waiting.length > 0) {
      const next = this.#waiting.shift((key) => this.#mayTake(key));
      if (next === undefined) return;
      this.#enter(next.key);
      next.item.resolve();
    }
  }

  #mayTake(serviceId: number): boolean {
    if (serviceId === SHARED) return this.#free > 0;
    return (this.#held.get(serviceId) ?? 0) < this.#free * HELD_FOR_FREE;
  }

  #enter(serviceId: number): void {
    this.#free -= 1;
    this.#held.set(serviceId, (this.#held.get(serviceId) ?? 0) + 1);
  }

  async #wait(serviceId: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = { resolve };
    this.#waiting.push(serviceId, one);
    const timer = setTimeout(() => {
      if (this.#waiting.remove(serviceId, one)) reject(this.#refuse(serviceId));
    }, this.#waitMs);
    await promise.finally(() => clearTimeout(timer));
  }
}

function saturated(): AppError {
  return new AppError(
    'service_unavailable',
    'Too many requests of the service are waiting for the database. The request may be sent again.',
  );
}
