import type { IncomingMessage } from 'node:http';
import type { Client } from '../../scheduling/client.ts';
import type { Release } from '../../scheduling/fair-semaphore.ts';
import type { WaitDeadline } from '../../scheduling/wait-deadline.ts';

/** The client of one request, until that is over. */
export type OpenClient = Client & {
  /** Ends the request: aborts what waits for it, and releases its permits and its room. */
  close: () => void;
};

type Waiting = { keep: () => (() => void) | undefined; waits: WaitDeadline };

/** `keep` keeps room for the largest answer; see UnreadAnswers. */
export function openClient(
  { socket }: Pick<IncomingMessage, 'socket'>,
  { keep, waits }: Waiting,
): OpenClient {
  return new RequestClient(socket, { keep, waits });
}

/** Made for every request, of which few wait for room or ask whether the client has gone. */
class RequestClient implements OpenClient {
  readonly waitDeadline: WaitDeadline;
  readonly #socket: IncomingMessage['socket'];
  readonly #keep: Waiting['keep'];
  #isClosed = false;
  #room: (() => void) | undefined;
  #gone: { controller: AbortController; abort: () => void } | undefined;
  #releases: Set<Release> | undefined;

  constructor(socket: IncomingMessage['socket'], { keep, waits }: Waiting) {
    this.waitDeadline = waits;
    this.#socket = socket;
    this.#keep = keep;
  }

  isDisconnected(): boolean {
    return this.#isClosed || this.#socket.destroyed;
  }

  abortSignal(): AbortSignal {
    this.#gone ??= this.#watch();
    return this.#gone.controller.signal;
  }

  reserveMemory(): boolean {
    // What still waits needs none any more, and would hold up those behind it.
    if (this.#isClosed) return true;
    this.#room ??= this.#keep();
    return this.#room !== undefined;
  }

  releaseMemory(): void {
    this.#room?.();
    this.#room = undefined;
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
    if (this.#gone === undefined) return;
    this.#socket.off('close', this.#gone.abort);
    this.#gone.abort();
  }

  #watch(): { controller: AbortController; abort: () => void } {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    if (this.isDisconnected()) abort();
    else this.#socket.once('close', abort);
    return { controller, abort };
  }
}
