import type { Release } from '../../scheduling/fair-semaphore.ts';
import { type TimeSlices, timeSlices } from '../../scheduling/time-slices.ts';
import { OpenValues } from './open-values.ts';
import type { PaceContext, PaceRules } from './pace-rules.ts';
import {
  ExecutionOverError,
  type Refusal,
  tellBusy,
  tellChangeTooLarge,
  tellGone,
  tellTooLarge,
} from './refusals.ts';

/** Response size or cost from which an operation needs a permit for heavy work. */
const HEAVY_BYTES = 256 * 1024;
const HEAVY_POINTS = 20_000;

/** Bytes of the response between two readings of the clock: most responses are smaller and run without a pause. */
const LOOK_BYTES = 8 * 1024;

/**
 * Pace of one execution: it stops when its response becomes too large, and pauses from time to time so that other
 * requests are handled. The bytes are a lower bound of the size as JSON.
 */
export class Pace {
  /** True when work must pause and await `next`. */
  isDue = false;
  bytes = 0;
  /** Reason why the execution must stop. Undefined while it may continue. */
  refusal: Refusal | undefined;
  #lookAt = LOOK_BYTES;
  #isOver = false;
  #isChange = false;
  #isTold = false;
  #isOneOfMany = false;
  readonly #values = new OpenValues();
  #turn: Promise<void> | undefined;
  #release: Release | undefined;
  readonly #rules: PaceRules;
  readonly #slices: TimeSlices;
  readonly serviceId: number;
  readonly bytesMax: number;
  readonly #ctx: PaceContext;

  constructor(rules: PaceRules, ctx: PaceContext) {
    this.#rules = rules;
    this.#slices = rules.slices ?? timeSlices;
    this.serviceId = ctx.caller.serviceId;
    this.bytesMax = rules.bytesMax;
    this.#ctx = ctx;
    this.#lookAt = Math.min(LOOK_BYTES, rules.bytesMax);
  }

  readonly hasGone = (): boolean => this.#ctx.client?.isDisconnected() === true;

  /** Throws the refusal where there are too many. */
  count(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.#lookAt) this.#look();
  }

  /** Throws or rejects with the refusal of an operation that costs so much that it waits for its turn first. */
  async begin(points: number): Promise<void> {
    this.#checkClient();
    if (points > HEAVY_POINTS) await this.#takeTurn();
  }

  /**
   * Marks the start of a mutation. From now on it waits for permits and reservations without a limit and is not
   * rejected for lack of them, and a rejection states that the change may have been made.
   */
  beginChange(): void {
    this.#isChange = true;
    this.#ctx.rows?.disableTimeout();
  }

  /** Marks the start of writing the response. It is not written for a client that has disconnected. */
  beginTelling(): void {
    this.#isTold = true;
  }

  /** Others wait for the very same values, so that all would go on with each at one time. */
  beginAsOneOfMany(): void {
    this.#isOneOfMany = true;
  }

  /** Returns the rejection of a response that is too large. */
  tellTooLarge(): Refusal {
    this.#ctx.record?.noteOutcome('limit_exceeded');
    return this.#isChange ? tellChangeTooLarge(this.bytesMax) : tellTooLarge(this.bytesMax);
  }

  /** Throws or rejects with the refusal of what has grown large since it last waited. */
  async beginWriting(): Promise<void> {
    if (this.bytes > HEAVY_BYTES && !this.#isOver) await this.#takeTurn();
  }

  /** A value of a field is waited for, which keeps others from being begun where there are many. */
  open(): void {
    this.#values.add();
    if (this.#values.areMany()) this.isDue = true;
  }

  close(): void {
    this.#values.remove();
    if (this.#isOneOfMany && this.#slices.isOver()) this.isDue = true;
    this.#values.letIn();
  }

  /** Resolves when work may go on. Rejects with the refusal, or ExecutionOverError, once the execution is over. */
  async next(): Promise<void> {
    while (this.#values.areMany() && !this.#isOver) await this.#values.room();
    this.#checkOver();
    // What it goes on with may ask for more that is to be read with the rest.
    this.#ctx.reading.suspend();
    try {
      if (this.bytes > HEAVY_BYTES) await this.#takeTurn();
      await this.#slices.wait(this.serviceId);
      this.#checkClient();
    } finally {
      this.#ctx.reading.resume();
    }
    this.#checkOver();
    this.isDue = false;
    // It may be done without a value to wait for, whose end would let the next one in.
    this.#values.letIn();
  }

  /** Ends the execution: releases its permit and rejects whatever of it waits. */
  end(): void {
    this.#stop();
    this.#release?.();
  }

  #stop(): void {
    this.#isOver = true;
    this.isDue = true;
    this.#lookAt = Number.NEGATIVE_INFINITY;
    this.#values.end();
  }

  #look(): void {
    const { bytesMax } = this.#rules;
    this.#checkOver();
    if (this.bytes > bytesMax) throw this.#refuse(this.tellTooLarge());
    this.#checkClient();
    this.#lookAt = Math.min(this.bytes + LOOK_BYTES, bytesMax);
    const isHeavy = this.#turn === undefined && this.bytes > HEAVY_BYTES;
    if (isHeavy || this.#slices.isOver()) this.isDue = true;
  }

  async #takeTurn(): Promise<void> {
    this.#turn ??= this.#enter();
    await this.#turn;
  }

  async #enter(): Promise<void> {
    const client = this.#ctx.client;
    const release = await this.#rules.turns.acquire(this.serviceId, {
      // Nobody would give back what is kept for what is over; its turn goes to the next at once.
      ...(client && {
        canEnter: () => this.#isOver || client.reserveMemory(),
        signal: client.abortSignal(),
      }),
      isNeverRefused: this.#isChange,
      waitDeadline: client?.waitDeadline,
    });
    if (release === undefined) {
      this.#checkOver();
      if (this.hasGone()) throw this.#refuse(tellGone());
      this.#ctx.record?.noteOutcome('too_many_requests');
      throw this.#refuse(tellBusy());
    }
    // Others wait for its turn, so that it waits for nobody.
    this.#ctx.rows?.exempt();
    this.#release = client?.releaseAtEnd(release) ?? release;
    if (!this.#isOver) return;
    this.#release();
    this.#checkOver();
  }

  /** A promise that never settled here would keep its callers, and the permit of the request, for ever. */
  #checkOver(): void {
    if (this.#isOver) throw this.refusal ?? new ExecutionOverError();
  }

  /** Stops reads for a client that has disconnected. A started mutation is completed. */
  #checkClient(): void {
    if (this.#isChange && !this.#isTold) return;
    if (!this.#isOver && this.hasGone()) throw this.#refuse(tellGone());
  }

  #refuse(refusal: Refusal): Refusal {
    this.refusal ??= refusal;
    this.#stop();
    return this.refusal;
  }
}
