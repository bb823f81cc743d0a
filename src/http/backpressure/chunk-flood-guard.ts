import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Slices, spareTurns } from '../../scheduling/time-slices.ts';

/** Key of connections whose service is not known yet. No service has this id. */
const NOBODY = 0;

/**
 * Connections by service. One read of many short chunks cannot be split, so that two such reads of one service do not
 * run in the same turn of the loop. The first read of a connection is complete before its content is known.
 */
export class ChunkFloods {
  readonly #turns: Slices;
  readonly #serviceIds = new WeakMap<Duplex, number>();
  /** Connections that are read whenever data arrives. */
  readonly #free = new Map<number, Set<Duplex>>();
  /** Paused connections, in the order in which they were paused. */
  readonly #held = new Map<number, Duplex[]>();
  #isNewestNext = true;

  constructor(turns: Slices = spareTurns) {
    this.#turns = turns;
  }

  /** Adds a connection. While other connections without a known service are paused, it is paused too. */
  open(connection: Duplex): void {
    this.#join(connection, NOBODY);
    // Node starts to read the connection at the end of this tick.
    if (this.#held.has(NOBODY)) process.nextTick(() => this.#holdNew(connection));
    connection.once('close', () => this.#leave(connection));
  }

  /** Assigns a connection to the service of its request. */
  belong(connection: Duplex, serviceId: number): void {
    if (this.#serviceIds.get(connection) === serviceId) return;
    this.#leave(connection);
    this.#join(connection, serviceId);
  }

  /** Returns the service of the last request of the connection. */
  serviceOf(connection: Duplex): number {
    return this.#serviceIds.get(connection) ?? NOBODY;
  }

  /**
   * Pauses a connection that had many short chunks in one read. Paused connections of its service resume one in each
   * turn of the loop. Connections that were paused by other code are left to that code.
   */
  flood(connection: Duplex): void {
    const serviceId = this.serviceOf(connection);
    const free = this.#free.get(serviceId) ?? [];
    for (const other of free)
      if (other !== connection && !other.isPaused()) this.#hold(other, serviceId);
  }

  #holdNew(connection: Duplex): void {
    if (!connection.destroyed && !connection.isPaused()) this.#hold(connection, NOBODY);
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
    // Its data is read by the next turn: floods that arrive before it there would otherwise pause it again and again.
    await nextTurn();
    this.#join(connection, this.serviceOf(connection));
  }

  /**
   * Takes the newest and the oldest paused connection alternately: a new one among hundreds of floods would otherwise
   * wait for each of them.
   */
  #takeHeld(serviceId: number): Duplex | undefined {
    const held = this.#held.get(serviceId) ?? [];
    const taken = this.#isNewestNext ? held.pop() : held.shift();
    this.#isNewestNext = !this.#isNewestNext;
    if (held.length === 0) this.#held.delete(serviceId);
    return taken;
  }

  #join(connection: Duplex, serviceId: number): void {
    this.#serviceIds.set(connection, serviceId);
    // The connection may have closed before its service was known, and is not removed a second time.
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
