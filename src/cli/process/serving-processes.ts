import cluster, { type Worker } from 'node:cluster';
import type { Logger } from '../../log.ts';

export type ProcessesOptions = {
  count: number;
  /**
   * Returns additional environment variables of the process with this index, from 0. `url` is the URL of the first
   * process; undefined for the first process itself.
   */
  createEnv: (index: number, url: string | undefined) => Record<string, string>;
  log: Logger;
};

/** Message that this process sends to each serving process when all of them serve. */
const ALL_SERVE = { allServe: true };

/**
 * Returns a function that returns true once all serving processes have started; undefined when there is only one.
 */
export function watchAllServe(): (() => boolean) | undefined {
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
const STABLE_AFTER_MS = 60_000;
const PAUSE_MIN_MS = 500;
const PAUSE_MAX_MS = 30_000;

/** Slot of a process. When the process ends, another one takes its slot. */
type ProcessSlot = {
  index: number;
  worker?: Worker | undefined;
  isListening: boolean;
  startedAt: number;
  /** Number of consecutive processes that ended soon after their start. */
  failures: number;
};

type ProcessEnd = { code: number | null; signal: string | null };

/**
 * Serving processes on one port, which this process starts. A process that ends is replaced after half a second, with
 * exponential back-off up to 30 seconds while its replacements end within a minute.
 */
export class ServingProcesses {
  readonly #options: ProcessesOptions;
  readonly #slots: ProcessSlot[];
  readonly #ended = Promise.withResolvers<void>();
  #url: string | undefined;
  /** True once all processes have served at the same time. A later replacement does not make the others unready. */
  #haveAllServed = false;
  readonly #stopping = new AbortController();

  constructor(options: ProcessesOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.count }, (_, index) => {
      return { index, isListening: false, startedAt: 0, failures: 0 };
    });
  }

  /**
   * Starts the first process, and the others once it listens, so that a configuration error is printed once. Returns
   * the URL of the first process, or undefined when it ended before it listened or the processes are being stopped.
   */
  async start(): Promise<string | undefined> {
    const [firstSlot, ...furtherSlots] = this.#slots;
    if (firstSlot === undefined || this.isStopping()) return undefined;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const worker = this.#fork(firstSlot);
    worker.once('message', (message: unknown) => resolve(parseUrl(message)));
    worker.once('exit', () => resolve(undefined));
    const url = await promise;
    if (url === undefined || this.isStopping()) return undefined;
    this.#url = url;
    for (const slot of furtherSlots) this.#fork(slot);
    return url;
  }

  /** Sends the signal to all processes, and kills those that still run after `killAfterMs`. */
  stop(signal: NodeJS.Signals, killAfterMs: number): void {
    this.#stopping.abort();
    this.forwardSignal(signal);
    setTimeout(() => this.forwardSignal('SIGKILL'), killAfterMs).unref();
    this.#endIfEmpty();
  }

  /** Forwards a signal to all processes. */
  forwardSignal(signal: NodeJS.Signals): void {
    for (const { worker } of this.#slots) worker?.process.kill(signal);
  }

  /** Resolves when all processes have ended after stop(). */
  async waitForEnd(): Promise<void> {
    await this.#ended.promise;
  }

  #fork(slot: ProcessSlot): Worker {
    const worker = cluster.fork(this.#options.createEnv(slot.index, this.#url));
    slot.worker = worker;
    slot.startedAt = performance.now();
    worker.once('message', () => {
      slot.isListening = true;
      if (this.#slots.every(({ isListening }) => isListening)) this.#announceAllServe();
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

  #announceAllServe(): void {
    this.#haveAllServed = true;
    for (const { worker } of this.#slots) if (worker !== undefined) sendAllServe(worker);
    this.#options.log.info({ processes: this.#slots.length }, 'all processes serve');
  }

  #replace(slot: ProcessSlot, end: ProcessEnd): void {
    if (performance.now() - slot.startedAt > STABLE_AFTER_MS) slot.failures = 0;
    const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** slot.failures);
    slot.failures += 1;
    this.#options.log.error(
      { place: slot.index, ...end, pauseMs },
      'a process ended; another takes its place',
    );
    setTimeout(() => {
      if (!this.isStopping()) this.#fork(slot);
    }, pauseMs).unref();
  }

  /** True once the processes are being stopped. */
  isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  #endIfEmpty(): void {
    if (this.#slots.every(({ worker }) => worker === undefined)) this.#ended.resolve();
  }
}

/** Sends ALL_SERVE. Ignores the error when the process has just ended: its exit event handles that. */
function sendAllServe(worker: Worker): void {
  worker.send(ALL_SERVE, () => undefined);
}

/** Parses the message of a listening process: {"url": …}. */
function parseUrl(message: unknown): string | undefined {
  const isObject = typeof message === 'object' && message !== null;
  const url: unknown = isObject ? Reflect.get(message, 'url') : undefined;
  return typeof url === 'string' ? url : undefined;
}
