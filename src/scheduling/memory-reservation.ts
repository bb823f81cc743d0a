import type { WaitDeadline } from './wait-deadline.ts';

/** Memory that one request has reserved until its response is complete. */
export type MemoryReservation = {
  /**
   * Reserves an estimated number of bytes, and waits until they are available. Resolves to a function that corrects the
   * reservation to the actual number. Throws AppError `too_many_requests` when the wait takes too long.
   */
  reserve: (bytes: number) => Promise<(bytes: number) => void>;
  /** Reserves bytes that have been read already. Never waits, and may exceed the limits. */
  add: (bytes: number) => void;
  /** Grants all pending and later reservations at once: the request holds a permit that other requests wait for. */
  exempt: () => void;
  /**
   * Lets the request wait without a timeout. Called once it has started a change that must not be rejected any more.
   */
  disableTimeout: () => void;
  /** Releases everything. Called when the response is complete. */
  release: () => void;
};

/** Reservation that waits for memory. */
export type PendingReservation = {
  holder: ReservationHolder;
  bytes: number;
  grant: () => void;
  refuse: () => void;
};

/** Queue of the memory budget, for its holders. */
type ReservationQueue = {
  reserve: (
    reservation: Pick<PendingReservation, 'holder' | 'bytes'>,
    waitMs: number,
  ) => Promise<void>;
  /** Adds bytes to a holder, or subtracts them when negative. */
  count: (holder: ReservationHolder, bytes: number) => void;
  /** Grants the pending reservations of an exempt holder first, then whatever fits. */
  admit: (changed?: ReservationHolder) => void;
};

/** Reservation of one request. */
export class ReservationHolder implements MemoryReservation {
  bytes = 0;
  isExempt = false;
  hasNoTimeout = false;
  isReleased = false;
  /** Pending reservations of the request. Created lazily, because most requests never reserve. */
  waiting: Set<PendingReservation> | undefined;
  readonly serviceId: number;
  readonly #queue: ReservationQueue;
  readonly #waitDeadline: WaitDeadline;

  constructor(queue: ReservationQueue, serviceId: number, waitDeadline: WaitDeadline) {
    this.#queue = queue;
    this.serviceId = serviceId;
    this.#waitDeadline = waitDeadline;
  }

  async reserve(bytes: number): Promise<(bytes: number) => void> {
    const deadline = this.#waitDeadline;
    await deadline.track(this.#queue.reserve({ holder: this, bytes }, deadline.remainingMs()));
    let reserved = bytes;
    return (actual) => {
      this.#queue.count(this, actual - reserved);
      reserved = actual;
      this.#queue.admit();
    };
  }

  add(bytes: number): void {
    this.#queue.count(this, bytes);
  }

  exempt(): void {
    this.isExempt = true;
    this.#queue.admit(this);
  }

  disableTimeout(): void {
    this.hasNoTimeout = true;
  }

  release(): void {
    if (this.bytes > 0) this.#queue.count(this, -this.bytes);
    this.isExempt = true;
    this.isReleased = true;
    // The results of reservations that still wait would not be used.
    for (const { refuse } of this.waiting ?? []) refuse();
    this.#queue.admit();
  }
}
