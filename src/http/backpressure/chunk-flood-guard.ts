import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { idleSlices, type TimeSlices } from '../../scheduling/time-slices.ts';

/** Key of connections whose service is not known yet; no service has this id. */
const NO_SERVICE = 0;

/**
 * Guard against bodies of very many short chunks. One read of such a body blocks the event loop and cannot be split.
 * After it, the other connections of the same service are paused and read one per iteration of the event loop.
 */
export class ChunkFloodGuard {
  readonly #slices: TimeSlices;
  readonly #serviceIds = new WeakMap<Duplex, number>();
  /** Connections that are not paused, by service. */
  readonly #flowing = new Map<number, Set<Duplex>>();
  /** Paused connections by service, in the order in which they were paused. */
  readonly #paused = new Map<number, Duplex[]>();
  #takesNewest = true;

  constructor(slices: TimeSlices = idleSlices) {
    this.#slices = slices;
  }

  /** Registers a new connection; it is paused while other connections of unknown services are paused. */
  open(connection: Duplex): void {
    this.#join(connection, NO_SERVICE);
    // Node starts to read at the end of this tick.
    if (this.#paused.has(NO_SERVICE)) process.nextTick(() => this.#pauseNew(connection));
    connection.once('close', () => this.#leave(connection));
  }

  /** Assigns a connection to the service of its current request. */
  assignService(connection: Duplex, serviceId: number): void {
    if (this.#serviceIds.get(connection) === serviceId) return;
    this.#leave(connection);
    this.#join(connection, serviceId);
  }

  /** Returns the service of the last request on the connection; NO_SERVICE before the first. */
  getServiceId(connection: Duplex): number {
    return this.#serviceIds.get(connection) ?? NO_SERVICE;
  }

  /**
   * Reports a read of many short chunks: the other connections of the service are paused and read one per iteration.
   * Connections that are paused already belong to another reader, which alone resumes them.
   */
  reportFlood(connection: Duplex): void {
    const serviceId = this.getServiceId(connection);
    const connections = this.#flowing.get(serviceId) ?? [];
    for (const flowingConnection of connections)
      if (flowingConnection !== connection && !flowingConnection.isPaused())
        this.#pause(flowingConnection, serviceId);
  }

  #pauseNew(connection: Duplex): void {
    if (!connection.destroyed && !connection.isPaused()) this.#pause(connection, NO_SERVICE);
  }

  #pause(connection: Duplex, serviceId: number): void {
    this.#leave(connection);
    connection.pause();
    const paused = this.#paused.get(serviceId);
    if (paused === undefined) this.#paused.set(serviceId, [connection]);
    else paused.push(connection);
    void this.#resumeInTurn(serviceId);
  }

  async #resumeInTurn(serviceId: number): Promise<void> {
    await this.#slices.wait(serviceId);
    const connection = this.#takePaused(serviceId);
    if (connection === undefined) return;
    connection.resume();
    // Its data is read by the next iteration; floods before it would otherwise pause it again and again.
    await nextTurn();
    this.#join(connection, this.getServiceId(connection));
  }

  /**
   * Takes the newest and the oldest connection alternately, so that a new one does not wait for hundreds that flood.
   */
  #takePaused(serviceId: number): Duplex | undefined {
    const paused = this.#paused.get(serviceId) ?? [];
    const connection = this.#takesNewest ? paused.pop() : paused.shift();
    this.#takesNewest = !this.#takesNewest;
    if (paused.length === 0) this.#paused.delete(serviceId);
    return connection;
  }

  #join(connection: Duplex, serviceId: number): void {
    this.#serviceIds.set(connection, serviceId);
    // A destroyed connection emits no second close event that would remove it.
    if (connection.destroyed) return;
    const connections = this.#flowing.get(serviceId);
    if (connections === undefined) this.#flowing.set(serviceId, new Set([connection]));
    else connections.add(connection);
  }

  #leave(connection: Duplex): void {
    const serviceId = this.getServiceId(connection);
    const connections = this.#flowing.get(serviceId);
    connections?.delete(connection);
    if (connections?.size === 0) this.#flowing.delete(serviceId);
  }
}

/** Guard of this process. */
export const chunkFloodGuard = new ChunkFloodGuard();
