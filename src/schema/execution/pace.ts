import type { Ctx } from '../../context.ts';
import type { FairTurns, Release } from '../../pacing/fair-turns.ts';
import { type Slices, slices } from '../../pacing/slices.ts';
import { OpenValues } from './open-values.ts';
import { type Refusal, tellBusy, tellChangeTooLarge, tellGone, tellTooLarge } from './refusals.ts';

/** What executions of all services share. */
export type PaceRules = {
  /** Of one answer. */
  bytesMax: number;
  /** At heavy work. */
  turns: FairTurns;
  /** Left out: those of the process. */
  slices?: Slices;
};

/** What it needs to know of the request. */
export type PaceCtx = Pick<Ctx, 'caller' | 'reading' | 'record' | 'client' | 'rows'>;

/** From so many bytes of its answer, or points of its price, an operation takes turns with other heavy ones. */
const HEAVY_BYTES = 256 * 1024;
const HEAVY_POINTS = 20_000;

/** So often the clock is looked at, in bytes of the answer: most answers are smaller, and done at once. */
const LOOK_BYTES = 8 * 1024;

/**
 * How far one execution has come: it is stopped where its answer gets too large, and is to wait now and then so that
 * others are answered. The bytes are counted as they will at least be in JSON.
 */
export class Pace {
  /** Whether work is to stop and wait for `next`. */
  isDue = false;
  bytes = 0;
  /** Why nothing more of it may run; undefined while it may. */
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
  readonly #slices: Slices;
  readonly serviceId: number;
  readonly bytesMax: number;
  readonly #ctx: PaceCtx;

  constructor(rules: PaceRules, ctx: PaceCtx) {
    this.#rules = rules;
    this.#slices = rules.slices ?? slices;
    this.serviceId = ctx.caller.serviceId;
    this.bytesMax = rules.bytesMax;
    this.#ctx = ctx;
    this.#lookAt = Math.min(LOOK_BYTES, rules.bytesMax);
  }

  readonly hasGone = (): boolean => this.#ctx.client?.hasGone() === true;

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
   * What is executed from here on makes a change. It waits for turns and room as long as it takes and is not refused for want
   * of them any more, and a refusal says that the change may have been made.
   */
  beginChange(): void {
    this.#isChange = true;
    this.#ctx.rows?.insist();
  }

  /** What it asked for is done or refused, and is to be told: whoever has gone need not be. */
  beginTelling(): void {
    this.#isTold = true;
  }

  /** Others wait for the very same values, so that all would go on with each at one time. */
  beginAsOneOfMany(): void {
    this.#isOneOfMany = true;
  }

  /** Why there may be no more bytes. */
  tellTooLarge(): Refusal {
    this.#ctx.record?.note('limit_exceeded');
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

  /** Resolves when work may go on, and never once it is over: what waits then is forgotten with all that it holds. */
  async next(): Promise<void> {
    while (this.#values.areMany() && !this.#isOver) await this.#values.room();
    // What it goes on with may ask for more that is to be read with the rest.
    this.#ctx.reading.hold();
    try {
      if (this.bytes > HEAVY_BYTES && !this.#isOver) await this.#takeTurn();
      await this.#slices.wait(this.serviceId);
      this.#checkClient();
    } finally {
      this.#ctx.reading.release();
    }
    if (this.#isOver) await new Promise<never>(() => undefined);
    this.isDue = false;
    // It may be done without a value to wait for, whose end would let the next one in.
    this.#values.letIn();
  }

  /** Nothing more of it runs. */
  end(): void {
    this.#isOver = true;
    this.isDue = true;
    this.#release?.();
  }

  #look(): void {
    const { bytesMax } = this.#rules;
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
    const release = await this.#rules.turns.take(this.serviceId, {
      // Nobody would give back what is kept for what is over; its turn goes to the next at once.
      ...(client && {
        mayEnter: () => this.#isOver || client.keepRoom(),
        signal: client.goneSignal(),
      }),
      isPatient: this.#isChange,
      waits: client?.waits,
    });
    if (release === undefined) {
      if (this.hasGone()) throw this.#refuse(tellGone());
      this.#ctx.record?.note('too_many_requests');
      throw this.#refuse(tellBusy());
    }
    // Others wait for its turn, so that it waits for nobody.
    this.#ctx.rows?.pass();
    if (this.#isOver) release();
    else this.#release = release;
  }

  /** Nothing is read for a client that has gone; what it has begun to change by then is changed to its end. */
  #checkClient(): void {
    if (this.#isChange && !this.#isTold) return;
    if (!this.#isOver && this.hasGone()) throw this.#refuse(tellGone());
  }

  #refuse(refusal: Refusal): Refusal {
    this.refusal ??= refusal;
    this.#isOver = true;
    this.isDue = true;
    return this.refusal;
  }
}
