import type { WaitAllowance } from './wait-deadline.ts';

/** Memory reservation of one request, until its response is sent. */
export type ByteHold = {
  /**
   * Waits until about that many bytes are granted, and resolves to a function that takes the actual size. Throws
   * AppError `too_many_requests` when the wait takes too long.
   */
  reserve: (bytes: number) => Promise<(bytes: number) => void>;
  /** Counts rows that were read without a reservation. */
  add: (bytes: number) => void;
  /** Exempts the request from waiting: other requests wait for what it holds. */
  pass: () => void;
  /** Removes the limit of the wait: the work is under way and must not be rejected any more. */
  insist: () => void;
  /** Releases all reservations of the request. */
  release: () => void;
};

/** A read that waits. */
export type Waiting = { holder: Holder; bytes: number; enter: () => void; refuse: () => void };
/** Budgets that a reservation is taken from. */
type Rooms = {
  enter: (wanted: Pick<Waiting, 'holder' | 'bytes'>, waitMs: number) => Promise<void>;
  /** Counts more, or less, of what it holds. */
  count: (holder: Holder, bytes: number) => void;
  /** Grants waiting reservations: exempt holders first, then whatever fits. */
  letIn: (changed?: Holder) => void;
};

/** One request. Most of them hold nothing that counts, so that little is made of them. */
export class Holder implements ByteHold {
  bytes = 0;
  isFree = false;
  isPatient = false;
  isOver = false;
  /** Those of its reads that wait, once one has. */
  waiting: Set<Waiting> | undefined;
  readonly serviceId: number;
  readonly #room: Rooms;
  readonly #waits: WaitAllowance;

  constructor(room: Rooms, serviceId: number, waits: WaitAllowance) {
    this.#room = room;
    this.serviceId = serviceId;
    this.#waits = waits;
  }

  async reserve(bytes: number): Promise<(bytes: number) => void> {
    await this.#waits.during(this.#room.enter({ holder: this, bytes }, this.#waits.leftMs()));
    let reserved = bytes;
    return (actual) => {
      this.#room.count(this, actual - reserved);
      reserved = actual;
      this.#room.letIn();
    };
  }

  add(bytes: number): void {
    this.#room.count(this, bytes);
  }

  pass(): void {
    this.isFree = true;
    this.#room.letIn(this);
  }

  insist(): void {
    this.isPatient = true;
  }

  release(): void {
    if (this.bytes > 0) this.#room.count(this, -this.bytes);
    this.isFree = true;
    this.isOver = true;
    // A closed reservation is never granted.
    for (const { refuse } of this.waiting ?? []) refuse();
    this.#room.letIn();
  }
}
