import cluster, { type Worker } from 'node:cluster';
import type { Logger } from '../../log.ts';

export type ProcessesOptions = {
  count: number;
  /** Returns additional variables of the process with an index from 0. All but the first get the URL of the first. */
  envOf: (index: number, url: string | undefined) => Record<string, string>;
  log: Logger;
};

/** Message to a process when all of them serve. */
const ALL_SERVE = { allServe: true };

/** Returns a check that is true once all processes serve; undefined in a process that serves alone. */
export function watchOthers(): (() => boolean) | undefined {
  if (!cluster.isWorker) return undefined;
  let doServe = false;
  const onMessage = (message: unknown): void => {
    if (typeof message !== 'object' || message === null || !('allServe' in message)) return;
    doServe = true;
    process.off('message', onMessage);
  };
  process.on('message', onMessage);
  return () => doServe;
}

/** Lifetime after which the end of a process does not count as a failed start. */
const LONG_LIFE_MS = 60_000;
const PAUSE_MIN_MS = 500;
const PAUSE_MAX_MS = 30_000;

/** Slot of a process, in which another one replaces it when it ends. */
type ProcessSlot = {
  place: number;
  worker?: Worker | undefined;
  isListening: boolean;
  startedAt: number;
  /** Number of consecutive processes that ended soon after their start. */
  failures: number;
};

type End = { code: number | null; signal: string | null };

/**
 * Serving processes on one port, started by this process. One that ends is replaced, at first after half a second, and
 * after longer pauses when its replacements fail too.
 */
export class ServingProcesses {
  readonly #options: ProcessesOptions;
  readonly #seats: ProcessSlot[];
  readonly #ended = Promise.withResolvers<void>();
  #url: string | undefined;
  /** True after all processes have served at once: replacements do not make the others unready. */
  #haveAllServed = false;
  readonly #stopping = new AbortController();

  constructor(options: ProcessesOptions) {
    this.#options = options;
    this.#seats = Array.from({ length: options.count }, (_, place) => {
      return { place, isListening: false, startedAt: 0, failures: 0 };
    });
  }

  /**
   * Starts the first process, and the others once it listens, so that an error of the environment is printed once.
   * Returns its URL, or undefined when it ended before.
   */
  async start(): Promise<string | undefined> {
    const [first, ...furtherSlots] = this.#seats;
    if (first === undefined || this.isStopping()) return undefined;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const worker = this.#fork(first);
    worker.once('message', (message: unknown) => resolve(parseUrl(message)));
    worker.once('exit', () => resolve(undefined));
    const url = await promise;
    if (url === undefined || this.isStopping()) return undefined;
    this.#url = url;
    for (const slot of furtherSlots) this.#fork(slot);
    return url;
  }

  /** Sends the signal to all processes, and kills those that still run after a time. */
  stop(signal: NodeJS.Signals, killAfterMs: number): void {
    this.#stopping.abort();
    this.forwardSignal(signal);
    setTimeout(() => this.forwardSignal('SIGKILL'), killAfterMs).unref();
    this.#endIfEmpty();
  }

  /** Forwards a signal to all processes. */
  forwardSignal(signal: NodeJS.Signals): void {
    for (const { worker } of this.#seats) worker?.process.kill(signal);
  }

  /** Settles when all have ended after stop(). */
  async waitForEnd(): Promise<void> {
    await this.#ended.promise;
  }

  #fork(slot: ProcessSlot): Worker {
    const worker = cluster.fork(this.#options.envOf(slot.place, this.#url));
    slot.worker = worker;
    slot.startedAt = performance.now();
    worker.once('message', () => {
      slot.isListening = true;
      if (this.#seats.every(({ isListening }) => isListening)) this.#noteAll();
      else if (this.#haveAllServed) sendAllServe(worker);
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      slot.worker = undefined;
      slot.isListening = false;
      if (this.isStopping()) this.#endIfEmpty();
      else if (this.#url !== undefined) this.#replace(slot, { code, signal });
    });
    return worker;
  }

  #noteAll(): void {
    this.#haveAllServed = true;
    for (const { worker } of this.#seats) if (worker !== undefined) sendAllServe(worker);
    this.#options.log.info({ processes: this.#seats.length }, 'all processes serve');
  }

  #replace(slot: ProcessSlot, end: End): void {
    if (performance.now() - slot.startedAt > LONG_LIFE_MS) slot.failures = 0;
    const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** slot.failures);
    slot.failures += 1;
    const { place } = slot;
    this.#options.log.error({ place, ...end, pauseMs }, 'a process ended; another takes its place');
    setTimeout(() => {
      if (!this.isStopping()) this.#fork(slot);
    }, pauseMs).unref();
  }

  /** True once the processes are being stopped. */
  isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  #endIfEmpty(): void {
    if (this.#seats.every(({ worker }) => worker === undefined)) this.#ended.resolve();
  }
}

/** Sends ALL_SERVE; the exit of a process that has just ended is handled elsewhere. */
function sendAllServe(worker: Worker): void {
  worker.send(ALL_SERVE, () => undefined);
}

/** Parses the message of a listening process: {"url": …}. */
function parseUrl(message: unknown): string | undefined {
  const isObject = typeof message === 'object' && message !== null;
  const url: unknown = isObject ? Reflect.get(message, 'url') : undefined;
  return typeof url === 'string' ? url : undefined;
}
