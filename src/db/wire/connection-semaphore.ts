import { AppError } from '../../errors.ts';
import { FairQueue } from '../../scheduling/fair-queue.ts';

export type ConnectionSemaphoreOptions = {
  /** Number of connections of the pool. */
  poolSize: number;
  /** Maximum wait for a connection. */
  waitMs: number;
};

/** Key of work that belongs to no single service: shared batches and background work. */
const SHARED = 0;

/** A service may acquire another connection while it holds fewer than this number for each free connection. */
const HELD_PER_FREE = 2;
/** Maximum number of requests of one service that wait; the semaphore rejects further ones. */
const WAITERS_MAX = 1_000;

type Waiter = { resolve: () => void };

/** Number of connections that are held and waited for, by service; 0 stands for work of no single service. */
export type PermitCounts = {
  held: ReadonlyMap<number, number>;
  waiting: ReadonlyMap<number, number>;
  /** Refused waits since the process started. */
  refused: ReadonlyMap<number, number>;
};

/**
 * Semaphore of the connections of a pool, by service. A service that holds many connections, for example because its
 * writes wait for locks, leaves some to the others: of nine it gets six, and of the remaining three a second service
 * gets two. One connection of the pool is reserved for probes of the database.
 */
export class ConnectionSemaphore {
  readonly #waitMs: number;
  readonly #held = new Map<number, number>();
  readonly #refused = new Map<number, number>();
  readonly #waiting = new FairQueue<Waiter>();
  #free: number;

  constructor({ poolSize, waitMs }: ConnectionSemaphoreOptions) {
    this.#free = Math.max(1, poolSize - 1);
    this.#waitMs = waitMs;
  }

  /**
   * Acquires a permit: returns undefined when one was free, otherwise a promise that resolves when the permit is
   * acquired. The promise rejects with AppError `service_unavailable` after `waitMs`, or at once when WAITERS_MAX
   * requests of the service wait already.
   */
  acquire(serviceId: number): Promise<void> | undefined {
    if (this.#mayAcquire(serviceId) && this.#waiting.getLength(serviceId) === 0) {
      this.#acquire(serviceId);
      return undefined;
    }
    if (this.#waiting.getLength(serviceId) >= WAITERS_MAX)
      return Promise.reject(this.#refuse(serviceId));
    return this.#wait(serviceId);
  }

  /** Returns live views of the counts, which change with later acquisitions. */
  getCounts(): PermitCounts {
    return {
      held: this.#held,
      waiting: this.#waiting.getLengths(),
      refused: this.#refused,
    };
  }

  #refuse(serviceId: number): AppError {
    this.#refused.set(serviceId, (this.#refused.get(serviceId) ?? 0) + 1);
    return createSaturatedError();
  }

  /** Releases a permit and admits the next waiting requests. */
  release(serviceId: number): void {
    this.#free += 1;
    const held = (this.#held.get(serviceId) ?? 1) - 1;
    if (held === 0) this.#held.delete(serviceId);
    else this.#held.set(serviceId, held);
    while (this.#free > 0 && this.#waiting.length > 0) {
      const next = this.#waiting.shift((key) => this.#mayAcquire(key));
      if (next === undefined) return;
      this.#acquire(next.key);
      next.item.resolve();
    }
  }

  #mayAcquire(serviceId: number): boolean {
    if (serviceId === SHARED) return this.#free > 0;
    return (this.#held.get(serviceId) ?? 0) < this.#free * HELD_PER_FREE;
  }

  #acquire(serviceId: number): void {
    this.#free -= 1;
    this.#held.set(serviceId, (this.#held.get(serviceId) ?? 0) + 1);
  }

  async #wait(serviceId: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { resolve };
    this.#waiting.push(serviceId, waiting);
    const timer = setTimeout(() => {
      if (this.#waiting.remove(serviceId, waiting)) reject(this.#refuse(serviceId));
    }, this.#waitMs);
    await promise.finally(() => clearTimeout(timer));
  }
}

function createSaturatedError(): AppError {
  return new AppError(
    'service_unavailable',
    'Too many requests of the service are waiting for the database. The request may be sent again.',
  );
}
