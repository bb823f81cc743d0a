import type { WaitAllowance } from './wait-deadline.ts';

/** What one request holds until it is answered. */
export type ByteHold = {
  /**
   * Resolves when about so many bytes may be read, to what is told how many there are. Throws AppError
   * `too_many_requests` where that takes too long.
   */
  reserve: (bytes: number) => Promise<(bytes: number) => void>;
  /** Counts what was read before anybody knew that it is large. */
  add: (bytes: number) => void;
  /** It waits no longer: it has what others wait for that hold something. */
  pass: () => void;
  /** It waits as long as it takes: what it asked for is being done, and may not be refused any more. */
  insist: () => void;
  /** It is answered: nothing is held any more. */
  release: () => void;
};

/** A read that waits. */
export type Waiting = { holder: Holder; bytes: number; enter: () => void; refuse: () => void };
/** What it takes its room of. */
type Rooms = {
  enter: (wanted: Pick<Waiting, 'holder' | 'bytes'>, waitMs: number) => Promise<void>;
  /** Counts more, or less, of what it holds. */
  count: (holder: Holder, bytes: number) => void;
  /** Lets in what waits of who is free, and of the others what there is room for. */
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
    // Nobody would look at what it still waits for.
    for (const { refuse } of this.waiting ?? []) refuse();
    this.#room.letIn();
  }
}
