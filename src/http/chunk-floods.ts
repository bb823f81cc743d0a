import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Slices, spareTurns } from '../pacing/slices.ts';

/** Of whom nobody knows yet whose it is: no service has this id. */
const NOBODY = 0;

/**
 * Connections and whose they are, so that one reading of many short chunks, which cannot be cut, is followed by no other of
 * the same service in the same turn of the loop: the first reading of each connection is there before anybody can tell what
 * it holds.
 */
export class ChunkFloods {
  readonly #turns: Slices;
  readonly #serviceIds = new WeakMap<Duplex, number>();
  /** Those that are read whenever something comes. */
  readonly #free = new Map<number, Set<Duplex>>();

  constructor(turns: Slices = spareTurns) {
    this.#turns = turns;
  }

  /** A connection came. */
  open(connection: Duplex): void {
    this.#join(connection, NOBODY);
    connection.once('close', () => this.#leave(connection));
  }

  /** A request of that service came on it. */
  belong(connection: Duplex, serviceId: number): void {
    if (this.#serviceIds.get(connection) === serviceId) return;
    this.#leave(connection);
    this.#join(connection, serviceId);
  }

  /** Of who last asked on it. */
  serviceOf(connection: Duplex): number {
    return this.#serviceIds.get(connection) ?? NOBODY;
  }

  /**
   * It had many short chunks in one reading: others of its service are read on in turns, one of all such in a turn of the
   * loop. Those that are paused wait for somebody else, who alone has them read on.
   */
  flood(connection: Duplex): void {
    const serviceId = this.serviceOf(connection);
    const free = this.#free.get(serviceId) ?? [];
    for (const other of free)
      if (other !== connection && !other.isPaused()) this.#hold(other, serviceId);
  }

  #hold(connection: Duplex, serviceId: number): void {
    this.#leave(connection);
    connection.pause();
    void this.#resumeInTurn(connection, serviceId);
  }

  async #resumeInTurn(connection: Duplex, serviceId: number): Promise<void> {
    await this.#turns.wait(serviceId);
    connection.resume();
    // What it has for us is read by the next turn: floods that come before it there would else hold it again and again.
    await nextTurn();
    this.#join(connection, this.serviceOf(connection));
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
export const chunkFloods = new ChunkFloods();
