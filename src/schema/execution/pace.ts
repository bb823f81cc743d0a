import type { Release } from '../../scheduling/fair-semaphore.ts';
import { type TimeSlices, timeSlices } from '../../scheduling/time-slices.ts';
import type { PaceContext, PaceRules } from './pace-rules.ts';
import { PendingValues } from './pending-values.ts';
import {
  createBusyRefusal,
  createDisconnectedRefusal,
  createMutationTooLargeRefusal,
  createTooLargeRefusal,
  ExecutionOverError,
  type Refusal,
} from './refusals.ts';

/** Response size or cost above which an operation needs a permit: a few at once can exhaust a heap of 512 MiB. */
const HEAVY_BYTES = 256 * 1024;
const HEAVY_POINTS = 20_000;

/** Bytes of the response between two checks of limit, client and time slice. Most responses are smaller. */
const CHECK_BYTES = 8 * 1024;

/**
 * Pace of one execution. The execution stops when its response becomes too large or the client disconnects, and pauses
 * when its time slice is over, so that other requests are handled.
 */
export class Pace {
  /** True when the execution must await `waitToContinue` before it continues. */
  isDue = false;
  bytes = 0;
  /** Reason why the execution must stop. Undefined while it may continue. */
  refusal: Refusal | undefined;
  #nextCheckBytes = CHECK_BYTES;
  #isOver = false;
  #isMutation = false;
  #isChangeMade = false;
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
    this.#nextCheckBytes = Math.min(CHECK_BYTES, rules.bytesMax);
  }

  readonly isClientDisconnected = (): boolean => this.#ctx.client?.isDisconnected() === true;

  /** Counts bytes of the response. Throws the refusal when they exceed the limit. */
  count(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.#nextCheckBytes) this.#check();
  }

  /** Starts an operation: one above HEAVY_POINTS waits for a permit. Throws or rejects with the refusal. */
  async begin(points: number): Promise<void> {
    this.#checkClient();
    if (points > HEAVY_POINTS) await this.#acquirePermit();
  }

  /**
   * Marks the start of a mutation. From now on the execution waits for permits and reservations without a limit and is
   * not rejected for lack of them, and a rejection does not suggest that nothing was changed.
   */
  beginMutation(): void {
    this.#isMutation = true;
    this.#ctx.rows?.disableTimeout();
  }

  /** Marks that the mutation has made its change. The rest of its response is not built for a disconnected client. */
  markChangeMade(): void {
    this.#isChangeMade = true;
  }

  /** Marks an execution as one of many that await the same values, so that they do not all continue at once. */
  markShared(): void {
    this.#isShared = true;
  }

  createTooLargeRefusal(): Refusal {
    this.#ctx.record?.noteOutcome('limit_exceeded');
    return this.#isMutation
      ? createMutationTooLargeRefusal(this.bytesMax)
      : createTooLargeRefusal(this.bytesMax);
  }

  /** Starts writing the response: one above HEAVY_BYTES waits for a permit. Throws or rejects with the refusal. */
  async beginWriting(): Promise<void> {
    if (this.bytes > HEAVY_BYTES && !this.#isOver) await this.#acquirePermit();
  }

  /** Counts a pending field value. Too many pending values pause the execution. */
  addPending(): void {
    this.#pending.add();
    if (this.#pending.isFull()) this.isDue = true;
  }

  removePending(): void {
    this.#pending.remove();
    if (this.#isShared && this.#slices.isOver()) this.isDue = true;
    this.#pending.resumeOne();
  }

  /** Resolves when work may continue. Rejects with the refusal, or ExecutionOverError once the execution is over. */
  async waitToContinue(): Promise<void> {
    while (this.#pending.isFull() && !this.#isOver) await this.#pending.waitForCapacity();
    this.#checkOver();
    // Other paused work may resume first and schedule reads for the same batch, so the batch is held back.
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
    // Otherwise other paused work would never resume when this work has no further pending values.
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
    this.#nextCheckBytes = Number.NEGATIVE_INFINITY;
    this.#pending.end();
  }

  #check(): void {
    const { bytesMax } = this.#rules;
    this.#checkOver();
    if (this.bytes > bytesMax) throw this.#refuse(this.createTooLargeRefusal());
    this.#checkClient();
    this.#nextCheckBytes = Math.min(this.bytes + CHECK_BYTES, bytesMax);
    const isHeavy = this.#acquired === undefined && this.bytes > HEAVY_BYTES;
    if (isHeavy || this.#slices.isOver()) this.isDue = true;
  }

  async #acquirePermit(): Promise<void> {
    this.#acquired ??= this.#requestPermit();
    await this.#acquired;
  }

  async #requestPermit(): Promise<void> {
    const client = this.#ctx.client;
    const release = await this.#rules.permits.acquire(this.serviceId, {
      // An execution that is over would never release reserved memory.
      ...(client && {
        tryReserve: () => this.#isOver || client.reserveMemory(),
        signal: client.abortSignal(),
      }),
      isNeverRefused: this.#isMutation,
      waitDeadline: client?.waitDeadline,
    });
    if (release === undefined) {
      this.#checkOver();
      if (this.isClientDisconnected()) throw this.#refuse(createDisconnectedRefusal());
      this.#ctx.record?.noteOutcome('too_many_requests');
      throw this.#refuse(createBusyRefusal());
    }
    // Other executions wait for this permit, so the reads of this execution must not wait for memory.
    this.#ctx.rows?.exempt();
    this.#release = client?.releaseAtEnd(release) ?? release;
    if (!this.#isOver) return;
    this.#release();
    this.#checkOver();
  }

  /** Throws once the execution is over. A promise that never settles would retain its callers and the permit. */
  #checkOver(): void {
    if (this.#isOver) throw this.refusal ?? new ExecutionOverError();
  }

  /** Stops the work for a client that has disconnected. The change of a started mutation is completed. */
  #checkClient(): void {
    if (this.#isMutation && !this.#isChangeMade) return;
    if (!this.#isOver && this.isClientDisconnected())
      throw this.#refuse(createDisconnectedRefusal());
  }

  #refuse(refusal: Refusal): Refusal {
    this.refusal ??= refusal;
    this.#stop();
    return this.refusal;
  }
}
