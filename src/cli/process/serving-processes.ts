import cluster, { type Worker } from 'node:cluster';
import type { Logger } from '../../log.ts';

export type ProcessesOptions = {
  count: number;
  /** Returns additional variables of the process with an index from 0. All but the first get the URL of the first. */
  envOf: (place: number, url: string | undefined) => Record<string, string>;
  log: Logger;
};

/** Message to a process once all of them serve, or have. */
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

/** A process that lived so long was no failure to start. */
const LONG_LIFE_MS = 60_000;
const PAUSE_MIN_MS = 500;
const PAUSE_MAX_MS = 30_000;

/** The place of a process, which another takes when it ends. */
type Seat = {
  place: number;
  worker?: Worker | undefined;
  isListening: boolean;
  startedAt: number;
  /** Number of consecutive processes that ended soon after their start. */
  failures: number;
};

type End = { code: number | null; signal: string | null };

/**
 * The processes of this program that serve on one port, that this one has started. One that ends is
 * replaced, at first after half a second, and more seldom where its followers do not live either.
 */
export class ServingProcesses {
  readonly #options: ProcessesOptions;
  readonly #seats: Seat[];
  readonly #ended = Promise.withResolvers<void>();
  #url: string | undefined;
  /** True from the moment that all served at once: from then on one that is replaced leaves the others ready. */
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
    const [first, ...others] = this.#seats;
    if (first === undefined || this.isStopping()) return undefined;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const worker = this.#fork(first);
    worker.once('message', (message: unknown) => resolve(urlIn(message)));
    worker.once('exit', () => resolve(undefined));
    const url = await promise;
    if (url === undefined || this.isStopping()) return undefined;
    this.#url = url;
    for (const seat of others) this.#fork(seat);
    return url;
  }

  /** Sends the signal to all processes, and kills those that still run after a time. */
  stop(signal: NodeJS.Signals, killAfterMs: number): void {
    this.#stopping.abort();
    this.passOn(signal);
    setTimeout(() => this.passOn('SIGKILL'), killAfterMs).unref();
    this.#endIfEmpty();
  }

  /** For each of them; none ends by it. */
  passOn(signal: NodeJS.Signals): void {
    for (const { worker } of this.#seats) worker?.process.kill(signal);
  }

  /** Settles when all have ended after stop(). */
  async untilEnded(): Promise<void> {
    await this.#ended.promise;
  }

  #fork(seat: Seat): Worker {
    const worker = cluster.fork(this.#options.envOf(seat.place, this.#url));
    seat.worker = worker;
    seat.startedAt = performance.now();
    worker.once('message', () => {
      seat.isListening = true;
      if (this.#seats.every(({ isListening }) => isListening)) this.#noteAll();
      else if (this.#haveAllServed) sendAllServe(worker);
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      seat.worker = undefined;
      seat.isListening = false;
      if (this.isStopping()) this.#endIfEmpty();
      else if (this.#url !== undefined) this.#replace(seat, { code, signal });
    });
    return worker;
  }

  #noteAll(): void {
    this.#haveAllServed = true;
    for (const { worker } of this.#seats) if (worker !== undefined) sendAllServe(worker);
    this.#options.log.info({ processes: this.#seats.length }, 'all processes serve');
  }

  #replace(seat: Seat, end: End): void {
    if (performance.now() - seat.startedAt > LONG_LIFE_MS) seat.failures = 0;
    const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** seat.failures);
    seat.failures += 1;
    const { place } = seat;
    this.#options.log.error({ place, ...end, pauseMs }, 'a process ended; another takes its place');
    setTimeout(() => {
      if (!this.isStopping()) this.#fork(seat);
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
function urlIn(message: unknown): string | undefined {
  const isObject = typeof message === 'object' && message !== null;
  const url: unknown = isObject ? Reflect.get(message, 'url') : undefined;
  return typeof url === 'string' ? url : undefined;
}
