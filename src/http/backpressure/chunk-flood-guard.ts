import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { idleSlices, type TimeSlices } from '../../scheduling/time-slices.ts';

/** Of whom nobody knows yet whose it is: no service has this id. */
const NO_SERVICE = 0;

/**
 * Connections and whose they are, so that one reading of many short chunks, which cannot be cut, is followed by no other of
 * the same service in the same turn of the loop: the first reading of each connection is there before anybody can tell what
 * it holds.
 */
export class ChunkFloodGuard {
  readonly #turns: TimeSlices;
  readonly #serviceIds = new WeakMap<Duplex, number>();
  /** Those that are read whenever something comes. */
  readonly #free = new Map<number, Set<Duplex>>();
  /** Those that wait to be read on, in the order in which they were held. */
  readonly #held = new Map<number, Duplex[]>();
  #isNewestNext = true;

  constructor(turns: TimeSlices = idleSlices) {
    this.#turns = turns;
  }

  /** A connection came; while others of whom nobody knows whose they are wait to be read on, it waits with them. */
  open(connection: Duplex): void {
    this.#join(connection, NO_SERVICE);
    // Node begins to read of it at the end of this tick.
    if (this.#held.has(NO_SERVICE)) process.nextTick(() => this.#holdNew(connection));
    connection.once('close', () => this.#leave(connection));
  }

  /** A request of that service came on it. */
  assignService(connection: Duplex, serviceId: number): void {
    if (this.#serviceIds.get(connection) === serviceId) return;
    this.#leave(connection);
    this.#join(connection, serviceId);
  }

  /** Of who last asked on it. */
  serviceOf(connection: Duplex): number {
    return this.#serviceIds.get(connection) ?? NO_SERVICE;
  }

  /**
   * It had many short chunks in one reading: others of its service are read on in turns, one of all such in a turn of the
   * loop. Those that are paused wait for somebody else, who alone has them read on.
   */
  reportFlood(connection: Duplex): void {
    const serviceId = this.serviceOf(connection);
    const free = this.#free.get(serviceId) ?? [];
    for (const other of free)
      if (other !== connection && !other.isPaused()) this.#hold(other, serviceId);
  }

  #holdNew(connection: Duplex): void {
    if (!connection.destroyed && !connection.isPaused()) this.#hold(connection, NO_SERVICE);
  }

  #hold(connection: Duplex, serviceId: number): void {
    this.#leave(connection);
    connection.pause();
    const held = this.#held.get(serviceId);
    if (held === undefined) this.#held.set(serviceId, [connection]);
    else held.push(connection);
    void this.#resumeInTurn(serviceId);
  }

  async #resumeInTurn(serviceId: number): Promise<void> {
    await this.#turns.wait(serviceId);
    const connection = this.#takeHeld(serviceId);
    if (connection === undefined) return;
    connection.resume();
    // What it has for us is read by the next turn: floods that come before it there would else hold it again and again.
    await nextTurn();
    this.#join(connection, this.serviceOf(connection));
  }

  /** The newest and the oldest in turn: who has just come among hundreds that flood would else wait for each of them. */
  #takeHeld(serviceId: number): Duplex | undefined {
    const held = this.#held.get(serviceId) ?? [];
    const taken = this.#isNewestNext ? held.pop() : held.shift();
    this.#isNewestNext = !this.#isNewestNext;
    if (held.length === 0) this.#held.delete(serviceId);
    return taken;
  }

  #join(connection: Duplex, serviceId: number): void {
    this.#serviceIds.set(connection, serviceId);
    // It may have gone before anybody knew whose it is, and is left no second time.
    if (connection.destroyed) return;
    const own = this.#free.get(serviceId);
    if (own === undefined) this.#free.set(serviceId, new Set([connection]));
    else own.add(connection);
  }

  #leave(connection: Duplex): void {
    const serviceId = this.serviceOf(connection);
    const own = this.#free.get(serviceId);
    own?.delete(connection);
    if (own?.size === 0) this.#free.delete(serviceId);
  }
}

/** Those of this process. */
export const chunkFloodGuard = new ChunkFloodGuard();
