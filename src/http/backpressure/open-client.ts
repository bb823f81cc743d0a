import type { IncomingMessage } from 'node:http';
import type { Client } from '../../scheduling/client.ts';
import type { Release } from '../../scheduling/fair-semaphore.ts';
import type { WaitAllowance } from '../../scheduling/wait-deadline.ts';

/** Client of one request, until the request ends. */
export type OpenClient = Client & {
  /** Ends the request: aborts what waits for it, and releases its permits and its room. */
  close: () => void;
};

type Waiting = { keep: () => (() => void) | undefined; waits: WaitAllowance };

/** Opens the client of a request. `keep` reserves memory for the largest response; see UnreadAnswers. */
export function openClient(
  { socket }: Pick<IncomingMessage, 'socket'>,
  { keep, waits }: Waiting,
): OpenClient {
  return new RequestClient(socket, { keep, waits });
}

/** Client object, created for every request. Few requests use its signals, which are created lazily. */
class RequestClient implements OpenClient {
  readonly waits: WaitAllowance;
  readonly #socket: IncomingMessage['socket'];
  readonly #keep: Waiting['keep'];
  #isClosed = false;
  #room: (() => void) | undefined;
  #gone: { controller: AbortController; abort: () => void } | undefined;
  #releases: Set<Release> | undefined;

  constructor(socket: IncomingMessage['socket'], { keep, waits }: Waiting) {
    this.waits = waits;
    this.#socket = socket;
    this.#keep = keep;
  }

  hasGone(): boolean {
    return this.#isClosed || this.#socket.destroyed;
  }

  goneSignal(): AbortSignal {
    this.#gone ??= this.#watch();
    return this.#gone.controller.signal;
  }

  keepRoom(): boolean {
    // A closed request needs no reservation, and would block those behind it.
    if (this.#isClosed) return true;
    this.#room ??= this.#keep();
    return this.#room !== undefined;
  }

  releaseRoom(): void {
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
    this.releaseRoom();
    for (const release of this.#releases ?? []) release();
    if (this.#gone === undefined) return;
    this.#socket.off('close', this.#gone.abort);
    this.#gone.abort();
  }

  #watch(): { controller: AbortController; abort: () => void } {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    if (this.hasGone()) abort();
    else this.#socket.once('close', abort);
    return { controller, abort };
  }
}
