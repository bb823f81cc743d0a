import type { IncomingMessage } from 'node:http';
import type { Client } from '../../scheduling/client.ts';
import type { Release } from '../../scheduling/fair-semaphore.ts';
import type { WaitDeadline } from '../../scheduling/wait-deadline.ts';

/** Client of one open request. */
export type OpenClient = Client & {
  /** Ends the request: aborts its waits and releases its permits and memory. */
  close: () => void;
};

type ClientOptions = {
  /** Reserves memory for the largest response and returns its release; undefined when no memory is available. */
  reserve: () => (() => void) | undefined;
  waitDeadline: WaitDeadline;
};

export function openClient(
  { socket }: Pick<IncomingMessage, 'socket'>,
  { reserve, waitDeadline }: ClientOptions,
): OpenClient {
  return new RequestClient(socket, { reserve, waitDeadline });
}

/** Members are created lazily, because few requests reserve memory or watch the connection. */
class RequestClient implements OpenClient {
  readonly waitDeadline: WaitDeadline;
  readonly #socket: IncomingMessage['socket'];
  readonly #reserve: ClientOptions['reserve'];
  #isClosed = false;
  #releaseReserved: (() => void) | undefined;
  #abort: { controller: AbortController; abort: () => void } | undefined;
  #releases: Set<Release> | undefined;

  constructor(socket: IncomingMessage['socket'], { reserve, waitDeadline }: ClientOptions) {
    this.waitDeadline = waitDeadline;
    this.#socket = socket;
    this.#reserve = reserve;
  }

  isDisconnected(): boolean {
    return this.#isClosed || this.#socket.destroyed;
  }

  abortSignal(): AbortSignal {
    this.#abort ??= this.#watch();
    return this.#abort.controller.signal;
  }

  reserveMemory(): boolean {
    // A closed request needs no memory, and must not block the requests that wait behind it.
    if (this.#isClosed) return true;
    this.#releaseReserved ??= this.#reserve();
    return this.#releaseReserved !== undefined;
  }

  releaseMemory(): void {
    this.#releaseReserved?.();
    this.#releaseReserved = undefined;
  }

  releaseAtEnd(release: Release): Release {
    if (this.#isClosed) {
      release();
      return release;
    }
    const releases = (this.#releases ??= new Set());
    const releaseOnce = (): void => {
      if (releases.delete(releaseOnce)) release();
    };
    releases.add(releaseOnce);
    return releaseOnce;
  }

  close(): void {
    this.#isClosed = true;
    this.releaseMemory();
    for (const release of this.#releases ?? []) release();
    if (this.#abort === undefined) return;
    this.#socket.off('close', this.#abort.abort);
    this.#abort.abort();
  }

  #watch(): { controller: AbortController; abort: () => void } {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    if (this.isDisconnected()) abort();
    else this.#socket.once('close', abort);
    return { controller, abort };
  }
}
