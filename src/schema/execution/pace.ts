import type { Release } from '../../scheduling/fair-semaphore.ts';
import { type TimeSlices, timeSlices } from '../../scheduling/time-slices.ts';
import type { PaceContext, PaceRules } from './pace-rules.ts';
import { PendingValues } from './pending-values.ts';
import {
  createBusyRefusal,
  createChangeTooLargeRefusal,
  createDisconnectedRefusal,
  createTooLargeRefusal,
  ExecutionOverError,
  type Refusal,
} from './refusals.ts';

/** Response size or cost from which an operation needs a permit for heavy work. */
const HEAVY_BYTES = 256 * 1024;
const HEAVY_POINTS = 20_000;

/** Bytes of the response between two readings of the clock: most responses are smaller and run without a pause. */
const CHECK_BYTES = 8 * 1024;

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
  #checkAt = CHECK_BYTES;
  #isOver = false;
  #isChange = false;
  #isResponding = false;
  #isShared = false;
  readonly #pending = new PendingValues();
  #acquired: Promise<void> | undefined;
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
    this.#checkAt = Math.min(CHECK_BYTES, rules.bytesMax);
  }

  readonly isClientGone = (): boolean => this.#ctx.client?.isDisconnected() === true;

  /** Counts bytes of the response. Throws the refusal when they exceed the limit. */
  count(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.#checkAt) this.#check();
  }

  /** Starts an operation: one above HEAVY_POINTS waits for a permit. Throws or rejects with the refusal. */
  async begin(points: number): Promise<void> {
    this.#checkClient();
    if (points > HEAVY_POINTS) await this.#acquirePermit();
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
  beginResponse(): void {
    this.#isResponding = true;
  }

  /** Marks one of many executions that wait for the same values: it yields, so that not all continue at once. */
  markShared(): void {
    this.#isShared = true;
  }

  createTooLargeRefusal(): Refusal {
    this.#ctx.record?.noteOutcome('limit_exceeded');
    return this.#isChange
      ? createChangeTooLargeRefusal(this.bytesMax)
      : createTooLargeRefusal(this.bytesMax);
  }

  /** Starts writing the response: one above HEAVY_BYTES waits for a permit. Throws or rejects with the refusal. */
  async beginWriting(): Promise<void> {
    if (this.bytes > HEAVY_BYTES && !this.#isOver) await this.#acquirePermit();
  }

  /** Counts a pending field value. With many pending ones, no further fields are started. */
  open(): void {
    this.#pending.add();
    if (this.#pending.isFull()) this.isDue = true;
  }

  close(): void {
    this.#pending.remove();
    if (this.#isShared && this.#slices.isOver()) this.isDue = true;
    this.#pending.resumeOne();
  }

  /** Resolves when work may continue. Rejects with the refusal, or ExecutionOverError once the execution is over. */
  async next(): Promise<void> {
    while (this.#pending.isFull() && !this.#isOver) await this.#pending.waitForCapacity();
    this.#checkOver();
    // Work that resumes may schedule loads that belong to the same batch.
    this.#ctx.reading.suspend();
    try {
      if (this.bytes > HEAVY_BYTES) await this.#acquirePermit();
      await this.#slices.wait(this.serviceId);
      this.#checkClient();
    } finally {
      this.#ctx.reading.resume();
    }
    this.#checkOver();
    this.isDue = false;
    // The work may finish without another pending value, whose end would resume the next one.
    this.#pending.resumeOne();
  }

  /** Ends the execution: releases its permit and rejects all its waiting work. */
  end(): void {
    this.#stop();
    this.#release?.();
  }

  #stop(): void {
    this.#isOver = true;
    this.isDue = true;
    this.#checkAt = Number.NEGATIVE_INFINITY;
    this.#pending.end();
  }

  #check(): void {
    const { bytesMax } = this.#rules;
    this.#checkOver();
    if (this.bytes > bytesMax) throw this.#refuse(this.createTooLargeRefusal());
    this.#checkClient();
    this.#checkAt = Math.min(this.bytes + CHECK_BYTES, bytesMax);
    const isHeavy = this.#acquired === undefined && this.bytes > HEAVY_BYTES;
    if (isHeavy || this.#slices.isOver()) this.isDue = true;
  }

  async #acquirePermit(): Promise<void> {
    this.#acquired ??= this.#enterPermit();
    await this.#acquired;
  }

  async #enterPermit(): Promise<void> {
    const client = this.#ctx.client;
    const release = await this.#rules.permits.acquire(this.serviceId, {
      // An execution that is over enters without a reservation, which it would never release.
      ...(client && {
        tryReserve: () => this.#isOver || client.reserveMemory(),
        signal: client.abortSignal(),
      }),
      isNeverRefused: this.#isChange,
      waitDeadline: client?.waitDeadline,
    });
    if (release === undefined) {
      this.#checkOver();
      if (this.isClientGone()) throw this.#refuse(createDisconnectedRefusal());
      this.#ctx.record?.noteOutcome('too_many_requests');
      throw this.#refuse(createBusyRefusal());
    }
    // It holds a permit that others wait for, so its reads do not wait for memory.
    this.#ctx.rows?.exempt();
    this.#release = client?.releaseAtEnd(release) ?? release;
    if (!this.#isOver) return;
    this.#release();
    this.#checkOver();
  }

  /** Throws once the execution is over: a promise that never settled would retain its callers and the permit. */
  #checkOver(): void {
    if (this.#isOver) throw this.refusal ?? new ExecutionOverError();
  }

  /** Stops reads for a client that has disconnected. A started mutation is completed. */
  #checkClient(): void {
    if (this.#isChange && !this.#isResponding) return;
    if (!this.#isOver && this.isClientGone()) throw this.#refuse(createDisconnectedRefusal());
  }

  #refuse(refusal: Refusal): Refusal {
    this.refusal ??= refusal;
    this.#stop();
    return this.refusal;
  }
}
